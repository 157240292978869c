"""The theme: a rules reference and nothing else."""
