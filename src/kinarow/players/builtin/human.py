"""Somebody at the keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from kinarow.errors import KinarowError
from kinarow.game import Cell, Position
from kinarow.players.player import Choice, Player


@dataclass(frozen=True, slots=True)
class HumanPlayer(Player):
    """Asks for each move until it is a legal one."""

    @property
    def name(self) -> str:
        return "human"

    def choose(self, position: Position) -> Choice:
        while True:
            move = self._ask(position)
            if move is not None:
                return Choice(move, reason="chosen by hand")

    def _ask(self, position: Position) -> Cell | None:
        try:
            text = input(f"{position}\n{position.mover.mark} to move: ")
        except EOFError:
            raise KinarowError("there is nobody to ask for a move") from None
        try:
            move = position.parse_move(text)
            position.play(move)
        except KinarowError as error:
            print(error)
            return None
        return move
