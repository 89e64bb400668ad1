"""Published test positions, which nothing may be fitted to: they are for comparing with others.

`data/withheld.npz` holds no position, only their hashes (`samples.canonical_keys`), which are the
same for mirror images.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from kinarow.game import GameSpec

_CONNECT_FOUR = GameSpec.parse("connect4")


def is_withheld(spec: GameSpec, keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which of these positions, by their keys, are among the published ones."""
    if spec != _CONNECT_FOUR:
        return np.zeros(len(keys), dtype=np.bool_)
    return np.isin(keys, withheld_keys())


@lru_cache(maxsize=1)
def withheld_keys() -> NDArray[np.uint64]:
    """The keys of all six of Pascal Pons' sets of Connect Four, L1_R1 to L3_R1."""
    with (files("kinarow") / "data" / "withheld.npz").open("rb") as stream, np.load(stream) as data:
        keys: NDArray[np.uint64] = data["keys"]
    return keys
