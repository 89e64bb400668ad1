"""Record anew what users can see: `python -m tests.surface`."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tests.surface.recording import RECORDS, record, recorded_file


def main() -> None:
    os.environ["KINAROW_WORKERS"] = "1"  # as in tests
    for name in RECORDS:
        with tempfile.TemporaryDirectory() as folder:
            text = record(name, Path(folder))
        file = recorded_file(name)
        is_same = file.exists() and file.read_text(encoding="utf-8") == text
        file.write_text(text, encoding="utf-8")
        print(f"{name}: {'as it was' if is_same else 'changed; git diff shows how'}")


if __name__ == "__main__":
    main()
