"""The library of kernels, built beforehand: `python -m kinarow.native.building`.

Numba turns kernels into LLVM's notation, and LLVM that into machine code for each level of
processors; a linker found on this machine makes a library of it (`native/library.py`). Whoever
edits a kernel builds it again, or does without until then.
"""
