"""The compiler's side of kernels: what numba and LLVM make of words, lanes, instructions and
signatures. Nothing outside of `native` imports this, and nothing that runs without numba."""
