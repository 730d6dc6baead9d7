"""A store of runs: one Parquet file a suite and run, by suite and month."""


class StoreError(Exception):
    """The work cannot be done; the message is one line."""
