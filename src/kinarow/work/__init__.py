"""How long work is done: executors, jobs that survive a lost worker, time limits of calls."""
