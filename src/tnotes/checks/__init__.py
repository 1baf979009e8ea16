"""What CI refuses: one rule a file, listed in one tuple in `rules.py`."""
