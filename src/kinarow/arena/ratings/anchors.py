"""Anchors: players whose Elo is given, so that ratings of different tournaments can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

from kinarow.errors import ArenaError, KinarowError, shortened
from kinarow.players.isolated.player import contestant

MOST_ELO: Final = 10_000


def anchors_among(given: Mapping[str, float], players: Iterable[str]) -> dict[str, float]:
    """Anchors by the names that the players have in results; a player's text will do as well."""
    names, found = set(players), dict[str, float]()
    for text, elo in given.items():
        if not -MOST_ELO <= elo <= MOST_ELO:
            raise ArenaError(f"an anchor's Elo must be between -{MOST_ELO} and {MOST_ELO}")
        name = text
        if name not in names:
            with suppress(KinarowError):
                name = contestant(text).name
        if name not in names:
            known = ", ".join(sorted(names)) or "nobody"
            raise ArenaError(f"no anchor {shortened(text)!r}: the players are {known}")
        if found.setdefault(name, elo) != elo:
            raise ArenaError(f"the anchor {name} has two ratings: {found[name]:g} and {elo:g}")
    return found
