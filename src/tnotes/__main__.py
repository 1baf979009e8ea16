"""`python -m tnotes`."""

from tnotes.cli.main import main

if __name__ == "__main__":
    main()
