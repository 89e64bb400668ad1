"""What a class handed in: found, matched with its people, read with care and compared."""
