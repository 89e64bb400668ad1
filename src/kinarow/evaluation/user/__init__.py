"""Evaluators that users write: a function in a file, a function or an object of a running
program."""
