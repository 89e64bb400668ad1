"""What other frameworks understand: their files, protocols and environments, made from ours."""
