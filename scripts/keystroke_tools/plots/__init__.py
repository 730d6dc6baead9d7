"""The pictures of scripts/plot, one a file; picture.py says what one is."""
