"""The players that come with kinarow."""
