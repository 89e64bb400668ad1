"""The positions by which agreement with perfect play is told on the Connect Four board.

python tools/agreement.py src/kinarow/data/agreement-7x6-4.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kinarow.grading.agreement import SHIPPED, USUAL_COUNT, drawn_and_solved
from kinarow.writing import write_whole


def main() -> None:
    found = [
        [known.position.board_text("state"), sorted(map(known.position.move_text, known.right))]
        for known in drawn_and_solved(SHIPPED, USUAL_COUNT, seed=0)
    ]
    lines = ",\n".join(map(json.dumps, found))
    write_whole(Path(sys.argv[1]), f"[\n{lines}\n]\n".encode())


if __name__ == "__main__":
    main()
