"""Autograders written from a scheme: for Gradescope, and for GitHub Classroom.

    DIR/
        gradescope.zip              what is uploaded to Gradescope: the files of the next folder
        gradescope/
            setup.sh                run once, when the image is built
            run_autograder          run for each submission
            seed                    what draws the positions, for the script alone
            scheme.toml, labels.db  how marks are given; exact values of the scheme's positions
            kinarow-….whl, constraints.txt
        github/                     what belongs into the template repository of an assignment
            .github/workflows/kinarow.yml
            .kinarow/               scheme.toml, kinarow-….whl, constraints.txt

Both run `kinarow grade-class --single`, so a mark is what the same scheme and seed give anywhere.
"""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Mapping
from pathlib import Path

from kinarow.classroom.autograders.wheel import constraints, wheel, wheel_name, zipped
from kinarow.errors import told_of_file
from kinarow.writing import write_whole

SETUP, RUN, SEED, WORKFLOW = "setup.sh", "run_autograder", "seed", ".github/workflows/kinarow.yml"

_BITS = 59
"""Of a seed that is drawn: as many as a scheme may write."""
_FOUND_BY_TRYING = 1 << 48
"""A game shows its own seed, which is made from this one: a million in a second can be tried, so
that smaller ones are found within years on one core."""

_SETUP = """\
#!/usr/bin/env bash
# Run once by Gradescope, as root, when the image is built.
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
cd "$root/source"
# What is known of positions and marks is for root alone.
chmod 600 seed labels.db scheme.toml
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
# Who runs as a user of its own reads what everyone may read: neither the solver nor the book.
ours="$("$root/source/venv/bin/python" -c \
    'import os, kinarow; print(os.path.dirname(kinarow.__file__))')"
chmod -R go-rwx "$ours/solver" "$ours"/data/book*
"""

_RUN = """\
#!/usr/bin/env bash
# Run by Gradescope for each submission.
set -uo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
kinarow="${AUTOGRADER_KINAROW:-$root/source/venv/bin/kinarow}"
export KINAROW_CACHE_DIR="${KINAROW_CACHE_DIR:-$root/source/cache}"
mkdir -p "$root/results"
# What is known of positions and marks is for root alone, and so is what Gradescope says of the
# student. Submissions of users of their own go through these folders, and look at nothing.
private=("$root/source/seed" "$root/source/labels.db" "$root/source/scheme.toml"
    "$root/source/run_autograder" "$root/run_autograder" "$root/results"
    "$root/submission_metadata.json" "$KINAROW_CACHE_DIR"/kernels/*/solver_*)
for file in "${private[@]}"; do
    if [ -e "$file" ]; then chmod go-rwx "$file" || true; fi
done
chmod go-rw "$root" "$root/source" || true
cd "$root"
results="$root/results/results.json"
rm -f "$results"
status=1
seed="$(cat "$root/source/seed")"
if [ -n "$seed" ]; then
    # In the environment of this command alone: command lines can be read by everyone.
    KINAROW_SEED="$seed" $kinarow grade-class "$root/submission" --single --workers 1 \\
        --memory 1024 --scheme "$root/source/scheme.toml" --labels "$root/source/labels.db" \\
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
fi
if [ "$status" -ne 0 ] && [ ! -s "$results" ]; then
    cat "$root/results/problem.txt" || echo "there is no seed"
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
          --github-output "$GITHUB_OUTPUT" --reports "$RUNNER_TEMP/report"
      - uses: actions/upload-artifact@v4
        with:
          name: report
          path: ${{ runner.temp }}/report
      - uses: classroom-resources/autograding-grading-reporter@v1
        env:
          MARK_RESULTS: "${{ steps.mark.outputs.result }}"
        with:
          runners: mark
"""


def seed_for(scheme: str, given: int | None) -> tuple[int, str]:
    """What draws an autograder's positions, and what is to be said of it: the seed that is given,
    or else the scheme's, or else one that nobody can guess."""
    own = tomllib.loads(scheme).get("seed")
    seed = own if given is None else given
    if seed is None:
        return secrets.randbits(_BITS), ""
    if abs(seed) >= _FOUND_BY_TRYING:
        return seed, ""
    return seed, (
        f"the seed {seed} can be found by trying, and with it all positions and openings: give "
        "none, and one is drawn that cannot"
    )


def autograder_files(
    scheme: str, seed: int, labels: bytes
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files of both autograders, by path: Gradescope's and GitHub's."""
    shared = {
        "scheme.toml": scheme.encode(),
        wheel_name(): wheel(),
        "constraints.txt": constraints().encode(),
    }
    # The seed is with Gradescope, where students do not see it; GitHub has its own secrets.
    gradescope = {
        SETUP: _SETUP.encode(), RUN: _RUN.encode(), SEED: f"{seed}\n".encode(),
        "labels.db": labels, **shared,
    }  # fmt: skip
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
    write_whole(archive, zipped(gradescope, executable, private=frozenset((SEED,))))
    return [archive, folder / "gradescope", folder / "github"]


def _write(
    folder: Path, files: Mapping[str, bytes], executable: frozenset[str] = frozenset()
) -> None:
    with told_of_file(folder, "cannot be written"):
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
            if name in executable:
                path.chmod(0o755)
            if name == SEED:
                path.chmod(0o600)
