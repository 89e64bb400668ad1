"""What the lab's page asks for: routes, their questions, and the processes that answer."""
