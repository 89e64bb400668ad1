"""What games start from."""
