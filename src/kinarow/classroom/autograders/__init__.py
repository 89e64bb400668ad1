"""Autograders written from a scheme, for Gradescope and GitHub Classroom."""
