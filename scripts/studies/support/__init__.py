"""What several studies share: made-up runs, repositories, a Slurm of this machine."""
