"""Evaluators written to files: all of it, or nothing."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluator
from kinarow.evaluation.written.json_files import to_json
from kinarow.writing import check_writable, write_whole


def check_evaluator_file(path: Path) -> None:
    """Complain before the work is done, not after."""
    if not path.name.endswith((".json", ".json.gz")):
        raise KinarowError(f"{path.name}: the output file must end in .json or .json.gz")
    check_writable(path)


def name_of(path: Path) -> str:
    """What an evaluator in this file is called."""
    return path.name.removesuffix(".gz").removesuffix(".json")


def save_evaluator(evaluator: Evaluator, path: Path) -> None:
    """Write an evaluator; the same one gives the same file, byte for byte."""
    packed = path.name.endswith(".gz")
    text = json.dumps(to_json(evaluator), ensure_ascii=False, indent=None if packed else 2)
    data = f"{text}\n".encode()
    write_whole(path, gzip.compress(data, mtime=0) if packed else data)
