"""Numbers as machines have them, for kernels: 64 bits without a sign, and with one.

Numba tells what it computes with by the types of constants: where a plain number meets a word, it
makes a fraction of both. So a kernel's constants are words, and `Word(x)` and `Int(x)` in a kernel
say as which of the two a number goes on. Here they are numbers of Python that have a type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Types keep the two apart as numba does.
    from numpy import int64 as Int  # noqa: N812
    from numpy import uint64 as Word  # noqa: N812
else:

    class _Sized(type):
        """What numba knows these types by."""

    class Word(int, metaclass=_Sized):
        """64 bits. What is computed of words, outside of kernels too, is one."""

        def __new__(cls, number=0):
            return super().__new__(cls, int(number) % 2**64)

    class Int(int, metaclass=_Sized):
        """64 bits, of which one is the sign."""

    def _of_words(name: str):
        operation = getattr(int, name)

        def between(self, other):
            found = operation(self, other)
            return found if found is NotImplemented else Word(found)

        return between

    for _name in ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift"):
        setattr(Word, f"__{_name}__", _of_words(f"__{_name}__"))
    Word.__invert__ = lambda self: Word(~int(self))


__all__ = ["Int", "Word"]
