"""What the games of a store amount to: which of them count, and how many do not, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kinarow.arena.interruption import Interruption
from kinarow.arena.played_game import PlayedGame
from kinarow.arena.ratings.anchors import anchors_among
from kinarow.arena.store.store import Store
from kinarow.arena.tournament import Tournament
from kinarow.drawing.notebook import words


@dataclass(frozen=True, slots=True)
class NotCounted:
    """Games of a store that its standings do not count."""

    older: int = 0
    """How many were played by a version of a player that was replaced since."""
    players: tuple[str, ...] = ()
    """Who was replaced."""
    unused_by_test: int = 0
    """How many a sequential test was decided without, or has not come to look at yet."""

    def to_json(self) -> dict[str, Any]:
        """Plain values; these keys are a contract with scripts."""
        return {
            "older": self.older,
            "players": list(self.players),
            "unused_by_test": self.unused_by_test,
        }

    def lines(self) -> list[str]:
        """A sentence for each kind."""
        found = []
        if self.older:
            found.append(
                f"Left out: {_games(self.older)} of versions that were replaced or withdrawn, of "
                f"{', '.join(self.players)} (--all rates each version)"
            )
        if self.unused_by_test:
            found.append(
                f"Left out: {_games(self.unused_by_test)} that a sequential test did not use "
                "(--all counts them)"
            )
        return found


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


@dataclass(frozen=True, slots=True, repr=False)
class StoredResults:
    """The games of a store that count, by what game they are of.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from kinarow import play_match, standings
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "games.db")
    ...     _ = play_match("first-legal", "fixed-order", "drop:4x4:3", games=2, store=file)
    ...     standings(file)
    <StoredResults: 2 games of drop:4x4:3>
    """

    tournaments: dict[str, Tournament]
    not_counted: NotCounted = field(default_factory=NotCounted)
    unfinished: tuple[Interruption, ...] = ()
    """Contests in this store that were begun, and neither finished nor resumed."""

    @classmethod
    def of(
        cls,
        path: Path | str,
        *,
        everything: bool = False,
        anchors: Mapping[str, float] | None = None,
    ) -> StoredResults:
        """Read a store. Of each player its current version counts, the one that played last; with
        `everything`, older versions are players of their own, and all games count."""
        with Store(path, must_exist=True) as store:
            games, current = list(store.games()), store.current_versions()
            unfinished = tuple(store.interruptions())
        kept, older, replaced, beyond = list[PlayedGame](), 0, set[str](), 0
        for game in games:
            outdated = [
                name
                for name, identity in ((game.a, game.a_identity), (game.b, game.b_identity))
                if identity and identity not in current.get(name, {identity})
            ]
            if everything:
                kept.append(_with_versions(game, outdated))
            elif outdated:
                older += 1
                replaced.update(outdated)
            elif game.counts:
                kept.append(game)
            else:
                beyond += 1
        anchored = anchors_among(anchors or {}, {name for g in kept for name in (g.a, g.b)})
        by_kind = {kind: tuple(g for g in kept if g.game == kind) for kind in _kinds(kept)}
        return cls(
            {kind: Tournament(some, anchors=anchored) for kind, some in by_kind.items()},
            NotCounted(older, tuple(sorted(replaced)), beyond),
            unfinished,
        )

    def __repr__(self) -> str:
        return f"<StoredResults: {self.games} games of {', '.join(self.tournaments) or 'nothing'}>"

    def __str__(self) -> str:
        tables = [str(some) for some in self.tournaments.values()] or ["no games yet"]
        if len(tables) > 1:
            tables = [
                f"{kind}\n{table}" for kind, table in zip(self.tournaments, tables, strict=True)
            ]
        return "\n".join([*tables, *self.notes()])

    def _repr_html_(self) -> str:
        parts = []
        for kind, some in self.tournaments.items():
            parts += [words(kind, strong=True), some._repr_html_()]
        return "".join([*parts, *map(words, self.notes())]) or words("no games yet")

    def notes(self) -> list[str]:
        """What is to be said beside the tables: what is left out, and what was never finished."""
        stopped = [f"A contest in this store was {some}" for some in self.unfinished]
        return [*self.not_counted.lines(), *stopped]

    @property
    def games(self) -> int:
        """How many games count."""
        return sum(len(some.games) for some in self.tournaments.values())

    def to_json(self) -> dict[str, Any]:
        """One tournament, or those of each game `by_game`, and what is left out."""
        tables = {kind: some.to_json() for kind, some in self.tournaments.items()}
        if len(tables) > 1:
            found: dict[str, Any] = {"games": self.games, "by_game": tables}
        else:
            found = next(iter(tables.values()), Tournament(()).to_json())
        return {
            **found,
            "not_counted": self.not_counted.to_json(),
            "unfinished": [some.to_json() for some in self.unfinished],
        }


def _kinds(games: Iterable[PlayedGame]) -> list[str]:
    return sorted({game.game for game in games})


def _with_versions(game: PlayedGame, outdated: list[str]) -> PlayedGame:
    """The same game, the versions of players that were replaced named by their identities."""
    names = {name: name for name in (game.a, game.b)}
    if game.a in outdated:
        names[game.a] = f"{game.a} [{game.a_identity[:6]}]"
    if game.b in outdated and game.b != game.a:
        names[game.b] = f"{game.b} [{game.b_identity[:6]}]"
    return replace(game, a=names[game.a], b=names[game.b])
