"""`python -m vazba` is the command `vazba`."""

from vazba.cli import main

if __name__ == "__main__":
    main()
