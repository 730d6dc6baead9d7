"""Shared by several studies: made-up runs, repositories, a Slurm of this machine."""
