"""Letters that a PDF has no font for."""

from __future__ import annotations

import re
import tempfile
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from kinarow.evaluation.written.notations import typst_string

_LACKING: Final = re.compile(r'the text `"(.+?)"` could not be displayed')
_CODE: Final = re.compile(r"\\u\{([0-9a-f]+)\}")
_UNSEEN: Final = frozenset({"Mn", "Me", "Mc", "Cf", "Cc", "Zs", "Zl", "Zp"})
"""Classes of characters that are not drawn, or only on others."""
_MOST_NAMED: Final = 10


def without_font(text: str, *, system_fonts: bool) -> str:
    """The letters of a text that Typst has no font for, in their order: its own fonts, or those of
    the system as well."""
    import typst

    letters = [
        c for c in dict.fromkeys(text) if c > "\x7f" and unicodedata.category(c) not in _UNSEEN
    ]
    if not letters:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "letters.typ")
        page.write_text(f"#text({typst_string(' '.join(letters))})", encoding="utf-8")
        try:
            # The standard for archives forbids letters without a font, so that Typst names them.
            typst.compile(
                str(page), root=folder, ignore_system_fonts=not system_fonts, pdf_standards="a-2u"
            )
        except typst.TypstError as error:
            named = "".join(map(_read, _LACKING.findall(str(getattr(error, "diagnostic", error)))))
            return "".join(letter for letter in letters if letter in named)
    return ""


def _read(said: str) -> str:
    """What Typst says of letters, some of them by their codes."""
    return _CODE.sub(lambda code: chr(int(code[1], 16)), said)


def about(letters: Iterable[str]) -> str:
    """A sentence that names letters without a font, and what to do."""
    every = list(letters)
    named = " ".join(f"{c} (U+{ord(c):04X})" for c in every[:_MOST_NAMED])
    more = f" and {len(every) - _MOST_NAMED} more" if len(every) > _MOST_NAMED else ""
    return (
        f"the PDF has boxes for {len(every)} letter{'s' if len(every) > 1 else ''} that no font of "
        f"this machine has: {named}{more}. Install a font that has them (for Chinese, Japanese and "
        "Korean, Noto Sans CJK; in Debian and Ubuntu the package fonts-noto-cjk), or write .html"
    )
