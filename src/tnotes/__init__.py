"""tnotes: corrections about tables, kept in Git, printed for the next question."""

__version__ = "0.1.0"
