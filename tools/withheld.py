"""Makes src/kinarow/data/withheld.npz, the keys of positions that nothing may be fitted to.

    python tools/withheld.py FOLDER

The folder holds all six of Pascal Pons' sets (`Test_L1_R2`, …), a position and its score a line.
Keys that there are already stay, so that no set is forgotten which the folder lacks. It says
whether any are new.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from kinarow.fitting.samples import canonical_keys
from kinarow.game import GameSpec, Position
from kinarow.grading.withheld import withheld_keys

FILE = Path(__file__).parent.parent / "src" / "kinarow" / "data" / "withheld.npz"


def main() -> None:
    lines = [line for file in sorted(Path(sys.argv[1]).glob("Test_L*")) for line in file.open()]
    positions = [Position.from_moves(line.split()[0]) for line in lines if line.strip()]
    boards = np.array([(p.first, p.second) for p in positions], dtype=np.uint64)
    spec = GameSpec.parse("connect4")
    found = canonical_keys(spec, boards[:, 0].copy(), boards[:, 1].copy())
    keys = np.union1d(found, withheld_keys())
    same = np.array_equal(keys, withheld_keys())
    print(
        f"{len(positions)} positions, {len(keys)} keys, {'as before' if same else 'some are new'}"
    )
    np.savez_compressed(FILE, keys=keys)


if __name__ == "__main__":
    main()
