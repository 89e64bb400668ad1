"""Programs of strangers: run so that they see, change and use up only what they are given.

`kinarow.sandbox.sandbox.Sandbox` says what a program may see and use, and starts it;
`kinarow.sandbox.finding.find_sandbox` says how this machine keeps it in. See docs/sandbox.md.
"""
