"""What holds a sandboxed program in: namespaces by bubblewrap, or Landlock, a seccomp filter and a
user of its own."""
