"""Writes the tables of reasons in docs/why.md anew, by asking for each of them.

    python tools/reasons_page.py

Each row keeps its moves. It ends with 1 and the moves if a row is no longer of its table's kind.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from kinarow import Position, why
from kinarow.drawing.text import UNICODE
from kinarow.reasons.answer import Why
from kinarow.writing import write_whole

PAGE = Path(__file__).parent.parent / "docs" / "why.md"
ROW = re.compile(r"^\| `(\d+)` \| .* \|$", re.MULTILINE)
KINDS = {"At once": "at once", "By threats": "forced", "Zugzwang": "zugzwang"}
MISTAKES, UNKNOWN = "What went wrong", "No short reason"


def main() -> None:
    head, *tables = PAGE.read_text(encoding="utf-8").split("### ")
    strayed: list[str] = []
    parts = [head]
    for table in tables:
        title = table.split("\n", 1)[0]
        rows: dict[str, str] = {}
        for moves in ROW.findall(table):
            line = list(Position.along(moves))
            answer = why(line[-1], before=line[-2] if title == MISTAKES else None, seconds=60)
            if not _belongs(title, answer):
                strayed.append(f"{title}: {moves}")
            rows[moves] = f"| `{moves}` | {' '.join(map(str.strip, _shown(title, answer)))} |"
        parts.append(ROW.sub(lambda found, rows=rows: rows[found[1]], table))  # type: ignore[misc]
    write_whole(PAGE, "### ".join(parts).encode())
    sys.exit("\n".join(strayed))


def _belongs(title: str, answer: Why) -> bool:
    if title == MISTAKES:
        return answer.mistake is not None
    if title == UNKNOWN:
        return answer.turn is not None
    if title in KINDS:
        return answer.reason is not None and answer.reason.kind == KINDS[title]
    return answer.reason is None and bool(answer.holds)


def _shown(title: str, answer: Why) -> list[str]:
    """What is said beside the verdict; of a plan to hold, its first sentence."""
    from kinarow.reasons.reason_words import told

    if title in (MISTAKES, UNKNOWN):
        said = answer.words(UNICODE.mark)[1:]
        if title == UNKNOWN or answer.mistake is None or answer.reason is None:
            return said
        alone = told(answer.reason, UNICODE.mark)
        return [words for words in said if words not in alone[1:]]
    if title in KINDS and answer.reason:
        return told(answer.reason, UNICODE.mark)
    return told(answer.holds[-1], UNICODE.mark)[:1]


if __name__ == "__main__":
    main()
