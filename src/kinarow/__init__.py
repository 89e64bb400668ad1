"""kinarow: a lab for k-in-a-row games."""

__version__ = "0.1.0"
