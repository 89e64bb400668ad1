"""Arrays in a file as numpy packs them (`savez`), read without it."""

from __future__ import annotations

import ast
import sys
from array import array
from typing import Final
from zipfile import ZipFile

_MAGIC: Final = b"\x93NUMPY"
_CODES: Final = {"<u8": "Q", "<i8": "q", "|i1": "b"}


def _unpacked(archive: ZipFile, name: str) -> tuple[str, tuple[int, ...], bytes]:
    """An array's type, its shape and its content."""
    data = archive.read(f"{name}.npy")
    if data[: len(_MAGIC)] != _MAGIC:
        raise ValueError(f"{name} is no array")
    begin = 10 if data[6] == 1 else 12  # after the length of the header, of two bytes or of four
    end = begin + int.from_bytes(data[8:begin], "little")
    header = ast.literal_eval(data[begin:end].decode("latin-1"))
    if header["fortran_order"] or len(header["shape"]) > 1:
        raise ValueError(f"{name} is not in one row")
    return header["descr"], header["shape"], data[end:]


def read_numbers(archive: ZipFile, name: str) -> array[int]:
    """An array of whole numbers."""
    kind, shape, content = _unpacked(archive, name)
    numbers = array(_CODES[kind])
    numbers.frombytes(content)
    if sys.byteorder == "big":
        numbers.byteswap()
    if shape and len(numbers) != shape[0]:
        raise ValueError(f"{name} is cut off")
    return numbers


def read_number(archive: ZipFile, name: str) -> int:
    """A single number."""
    _, shape, _ = _unpacked(archive, name)
    (number,) = read_numbers(archive, name)
    if shape:
        raise ValueError(f"{name} is a row")
    return number


def read_text(archive: ZipFile, name: str) -> str:
    """A single text."""
    kind, _, content = _unpacked(archive, name)
    if not kind.startswith("<U"):
        raise ValueError(f"{name} is no text")
    return content.decode("utf-32-le").rstrip("\0")
