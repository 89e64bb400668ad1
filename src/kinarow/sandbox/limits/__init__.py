"""What a sandbox may use up: memory, processes, cores."""
