"""`python -m kinarow` is the command `kinarow`."""

from kinarow.cli.main import main

if __name__ == "__main__":
    main()
