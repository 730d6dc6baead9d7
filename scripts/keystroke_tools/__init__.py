"""Pictures, histories, stores and sites of runs of keystroke-bench: what lies behind scripts/."""
