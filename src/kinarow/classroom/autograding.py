"""Autograders written from a scheme: for Gradescope, and for GitHub Classroom.

    DIR/
        gradescope.zip              what is uploaded to Gradescope: the files of the next folder
        gradescope/
            setup.sh                run once, when the image is built
            run_autograder          run for each submission
            scheme.toml, labels.db  how marks are given; exact values of the scheme's positions
            kinarow-….whl, constraints.txt
        github/                     what belongs into the template repository of an assignment
            .github/workflows/kinarow.yml
            .kinarow/               scheme.toml, kinarow-….whl, constraints.txt

Both run `kinarow grade-class --single`, so a mark is what the same scheme and seed give anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kinarow.classroom.own_wheel import constraints, wheel, wheel_name, zipped
from kinarow.errors import KinarowError
from kinarow.writing import write_whole

SETUP, RUN, WORKFLOW = "setup.sh", "run_autograder", ".github/workflows/kinarow.yml"

_SETUP = """\
#!/usr/bin/env bash
# Run once by Gradescope, as root, when the image is built.
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
cd "$root/source"
apt-get update
# Bubblewrap keeps submissions in where containers allow it; where they do not, kinarow runs them as
# users of their own.
apt-get install -y bubblewrap
is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
python=python3
if ! is_new_enough python3; then
    apt-get install -y python3.11 python3.11-venv
    python=python3.11
else
    apt-get install -y python3-venv
fi
"$python" -m venv "$root/source/venv"
"$root/source/venv/bin/pip" install --constraint constraints.txt ./kinarow-*.whl
# Compiled once, here, and not for every submission.
export KINAROW_CACHE_DIR="$root/source/cache"
"$root/source/venv/bin/kinarow" move --player alphabeta:depth=2 >/dev/null
"""

_RUN = """\
#!/usr/bin/env bash
# Run by Gradescope for each submission.
set -uo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
kinarow="${AUTOGRADER_KINAROW:-$root/source/venv/bin/kinarow}"
export KINAROW_CACHE_DIR="${KINAROW_CACHE_DIR:-$root/source/cache}"
mkdir -p "$root/results"
# What is known of positions and marks is for root alone.
chmod go-rwx "$root/results" "$root/source/labels.db" "$root/source/scheme.toml" || true
cd "$root"
results="$root/results/results.json"
rm -f "$results"
$kinarow grade-class "$root/submission" --single --workers 1 --memory 1024 \\
    --scheme "$root/source/scheme.toml" --labels "$root/source/labels.db" $seed \\
    --gradescope "$results" 2>"$root/results/problem.txt" &
running=$!
# Ended from outside, it hands in what there is; killed, what it has written by then counts.
trap 'kill -TERM "$running" 2>/dev/null' TERM INT
wait "$running"
status=$?
while kill -0 "$running" 2>/dev/null; do
    wait "$running"
    status=$?
done
if [ "$status" -ne 0 ] && [ ! -s "$results" ]; then
    cat "$root/results/problem.txt"
    printf '{"score": 0, "output": "The autograder failed: please tell your teacher.", %s}\\n' \\
        '"stdout_visibility": "hidden"' >"$results"
fi
rm -f "$root/results/problem.txt"
"""

_WORKFLOW = """\
name: kinarow
on: [push, workflow_dispatch]
permissions:
  contents: read
  checks: write
  actions: read
jobs:
  mark:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - name: Install
        run: |
          sudo apt-get update && sudo apt-get install -y bubblewrap
          pip install --constraint .kinarow/constraints.txt .kinarow/kinarow-*.whl
      - name: Mark
        id: mark
        env:
          # A secret of the organization or repository keeps positions and openings unknown.
          KINAROW_SEED: ${{ secrets.KINAROW_SEED }}
        run: >
          kinarow grade-class . --single --scheme .kinarow/scheme.toml
          --github-output "$GITHUB_OUTPUT" --html "$RUNNER_TEMP/report.html"
      - uses: actions/upload-artifact@v4
        with:
          name: report
          path: ${{ runner.temp }}/report.html
      - uses: classroom-resources/autograding-grading-reporter@v1
        env:
          MARK_RESULTS: "${{ steps.mark.outputs.result }}"
        with:
          runners: mark
"""


def autograder_files(
    scheme: str, seed: int, labels: bytes
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files of both autograders, by path: Gradescope's and GitHub's."""
    shared = {
        "scheme.toml": scheme.encode(),
        wheel_name(): wheel(),
        "constraints.txt": constraints().encode(),
    }
    # The seed is in Gradescope's script, which students do not see; GitHub has its own secrets.
    run = _RUN.replace("$seed", f"--seed {seed}")
    gradescope = {SETUP: _SETUP.encode(), RUN: run.encode(), "labels.db": labels, **shared}
    github = {WORKFLOW: _WORKFLOW.encode()}
    github |= {f".kinarow/{name}": data for name, data in shared.items()}
    return gradescope, github


def write_autograders(folder: Path, scheme: str, seed: int, labels: bytes) -> list[Path]:
    """Write both into a folder; what was written, shortly."""
    gradescope, github = autograder_files(scheme, seed, labels)
    executable = frozenset((SETUP, RUN))
    _write(folder / "gradescope", gradescope, executable)
    _write(folder / "github", github)
    archive = folder / "gradescope.zip"
    write_whole(archive, zipped(gradescope, executable))
    return [archive, folder / "gradescope", folder / "github"]


def _write(
    folder: Path, files: Mapping[str, bytes], executable: frozenset[str] = frozenset()
) -> None:
    try:
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
            if name in executable:
                path.chmod(0o755)
    except OSError as error:
        raise KinarowError(f"{folder} cannot be written: {error.strerror}") from None
