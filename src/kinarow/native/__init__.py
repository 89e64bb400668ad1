"""Native speed: the only room that knows numba.

Code that is compiled lives in files named `kernel.py` or `*_kernel.py`, which may import only
numpy, this room, `kinarow.score` and each other: those files are what `sources` hashes, so that an
edit to any of them makes a new cache folder. Kernels of `bitboards` and `solver` are noted
(`kernels`) and run from a library; importing any other kernel file imports numba: do it inside the
function that needs it.
"""
