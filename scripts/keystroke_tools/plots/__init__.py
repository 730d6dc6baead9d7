"""The pictures of scripts/plot, one per file; picture.py defines a picture."""
