"""A student of a class that is being marked: a submission, its games, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from kinarow.arena import Conditions, Contest
from kinarow.arena.played_game import PlayedGame
from kinarow.arena.schedule import ScheduledGame
from kinarow.classroom.examination.pace import TimedStep, has_slowed_down
from kinarow.classroom.examination.positions_asked import PATIENCE, is_too_slow
from kinarow.classroom.examination.question_order import AskedPosition
from kinarow.classroom.examination.submission import (
    Examination,
    Findings,
    SubmissionLimits,
    is_breakdown,
)
from kinarow.classroom.journal import Journal, finding_key
from kinarow.classroom.scheme import Scheme
from kinarow.classroom.submissions.submissions import Submission
from kinarow.game import Position
from kinarow.players import Player
from kinarow.players.isolated.player import IsolatedPlayer
from kinarow.players.isolated.process import Isolation
from kinarow.players.isolated.remote_evaluator import AskingPlayer
from kinarow.players.player import OUT_OF_TIME

_SPENT, _STEPS = "spent, in an order of its own", "steps"
_MANY_POSITIONS = 500
"""From so many on, compiling a submitted function takes less time than it saves. It is the scheme
that decides, and no clock, so that everyone's function always runs the same way."""


class Student:
    """A submission that can be run, and what the journal knows of it."""

    def __init__(
        self,
        submission: Submission,
        scheme: Scheme,
        limits: SubmissionLimits,
        opponents: Sequence[tuple[Player, int]],
        journal: Journal,
        *,
        sandboxed: bool,
    ) -> None:
        self.submission, self.limits = submission, limits
        self.journal = journal
        self.player = _player(submission, scheme, limits, sandboxed=sandboxed)
        # Everyone plays the same openings, also those who might leave something to chance.
        self.games = [
            Contest.match(
                self.player, opponent, scheme.spec, scheme.games,
                Conditions(
                    seed, "random" if opponent.deterministic else "none", limits.move_seconds
                ),
            ).games
            for opponent, seed in opponents
        ]  # fmt: skip
        """Those of each part."""
        # Other games, by another scheme, have their own time.
        self._key_of_spent = self._key(_SPENT, *(game.key for game in self.all_games))
        spent = journal.find(self._key_of_spent)
        self.spent = float(spent) if isinstance(spent, int | float) else 0.0
        """The seconds of its time that are used up."""
        self._key_of_steps = self._key(_STEPS, *(game.key for game in self.all_games))
        steps = journal.find(self._key_of_steps)
        self.steps = [TimedStep(*step) for step in steps] if isinstance(steps, list) else []
        """How long what it was asked took."""
        self.kept_waiting = 0.0
        """Seconds that did not count, since the processor was somebody else's; of this run."""
        self.problem = str(journal.find(self._key()) or "")
        """Why it cannot play, as far as is known."""
        self.is_settled = True
        """Whether that is the submission's own fault, and no machine's."""
        self.positions: list[Position] | None = None if scheme.positions else []
        """What it is asked about, once that is known."""
        self.asked: Sequence[AskedPosition] = ()
        """The same, with the truth."""
        self.answers: list[str] = []
        """Its moves in the first of them, as far as they are known."""

    def _key(self, *facts: object) -> str:
        return finding_key(self.player.identity, self.limits, *facts)

    def _key_of_answers(self) -> str:
        asked = self.positions or []
        return self._key(*(position.board_text("state") for position in asked))

    def ask_about(self, asked: Sequence[AskedPosition]) -> None:
        """Its moves in these positions are to be found out."""
        self.asked, self.positions = asked, [each.position for each in asked]
        found = self.journal.find(self._key_of_answers())
        self.answers = [str(answer) for answer in found] if isinstance(found, list) else []

    def keep(self, findings: Findings) -> None:
        """Remember what was found out, for good."""
        self.kept_waiting += findings.kept_waiting
        if not all(game.follows_from_moves() for game in findings.games):
            self.problem = "a worker sent a game whose result does not follow from its moves"
            self.is_settled = False
            return
        for game in findings.games:
            self.journal.keep_game(game)
        self.spent = max(self.spent, findings.spent)
        self.journal.keep(self._key_of_spent, self.spent)
        if findings.steps:
            self.steps += findings.steps
            self.journal.keep(self._key_of_steps, self.steps)
        if findings.answers:
            self.answers += findings.answers
            self.journal.keep(self._key_of_answers(), self.answers)
        if findings.problem:
            self.is_settled = findings.is_lasting
            if findings.is_lasting:
                self.journal.keep(self._key(), findings.problem)
            self.problem = findings.problem

    def played(self, games: Sequence[ScheduledGame]) -> list[PlayedGame]:
        known = self.journal.games
        return [known[game.key] for game in games if game.key in known]

    @cached_property
    def all_games(self) -> list[ScheduledGame]:
        """In the order in which they are played: pair by pair, of each part in turn, so that
        whoever runs out of time has played as many of each."""
        each = max(map(len, self.games), default=0)
        return [
            game
            for start in range(0, each, 2)
            for games in self.games
            for game in games[start : start + 2]
        ]

    @property
    def is_out_of_time(self) -> bool:
        return self.spent >= self.limits.total_seconds

    @property
    def is_done(self) -> bool:
        if self.problem:
            return True
        if self.positions is None:
            return False
        return self.is_out_of_time or not (self._unanswered() or self._left())

    @property
    def has_begun(self) -> bool:
        """Whether something is known of how it plays."""
        return bool(self.answers) or bool(self.played(self.all_games))

    @property
    def share_done(self) -> float:
        if self.is_done:
            return 1.0
        played, games = len(self.played(self.all_games)), len(self.all_games)
        shares = [played / games] if games else []
        shares += [len(self.answers) / len(self.positions)] if self.positions else []
        return sum(shares) / (len(shares) or 1)

    @property
    def is_given_up(self) -> bool:
        """Whether it lost so many processes in a row that it plays no more games."""
        return self._breakdowns() >= PATIENCE

    @property
    def has_lost_the_rest(self) -> bool:
        """Whether games that it does not come to are its own fault: not if time was short for no
        reason but its usual pace, or moves only came too late."""
        last = self.played(self.all_games)[-PATIENCE:]
        if self.is_given_up:
            too_late = all(game.reason.startswith(OUT_OF_TIME) for game in last)
            return not too_late or self.has_slowed_down
        return not self.is_out_of_time or self.has_slowed_down

    @property
    def has_slowed_down(self) -> bool:
        """Whether it is by becoming slow that it came no farther, and so chose which games
        count."""
        if self.is_given_up:
            return has_slowed_down(self.steps, 0.0)
        return self.is_out_of_time and has_slowed_down(self.steps, self.limits.total_seconds)

    def forget(self) -> None:
        """All that is known of it, so that it is examined anew."""
        for game in self.all_games:
            self.journal.forget_game(game.key)
        keys = self._key(), self._key_of_answers(), self._key_of_spent, self._key_of_steps
        for key in keys:
            self.journal.forget(key)
        self.problem, self.answers, self.spent, self.steps = "", [], 0.0, []

    def _left(self) -> list[ScheduledGame]:
        """The games that are still to be played."""
        if self.is_out_of_time or self.is_given_up:
            return []
        known = self.journal.games
        return [game for game in self.all_games if game.key not in known]

    def _breakdowns(self) -> int:
        """How many of the last games in a row were lost together with its process."""
        count = 0
        for game in self.played(self.all_games):
            count = count + 1 if is_breakdown(game) else 0
        return count

    def _unanswered(self) -> int:
        if is_too_slow(self.answers):
            return 0
        return len(self.positions or []) - len(self.answers)

    def examination(self) -> Examination:
        """What is left to be found out."""
        return Examination(
            self.submission, self.player, tuple(self._left()), tuple(self.positions or ()),
            self.limits, tuple(self.answers), self.spent, self._breakdowns(),
        )  # fmt: skip


def _player(
    submission: Submission, scheme: Scheme, limits: SubmissionLimits, *, sandboxed: bool
) -> IsolatedPlayer:
    text = submission.player_text(scheme.depth)
    isolation = Isolation(
        folder="", sandboxed=sandboxed, megabytes=limits.megabytes,
        starting_seconds=limits.starting_seconds,
        cpu_seconds=int(limits.starting_seconds + limits.total_seconds) + 1,
        warms_up_on=scheme.spec, is_marked=True, compiles=scheme.positions >= _MANY_POSITIONS,
    )  # fmt: skip
    # What was found out about a submission that could do anything is not taken for more.
    found = finding_key(submission.fingerprint, text, limits.megabytes, sandboxed)
    if submission.kind == "player":
        return IsolatedPlayer(
            text, submission.file, isolation, seconds=limits.move_seconds, fingerprint=found,
            meets_itself=False,
        )  # fmt: skip
    return AskingPlayer(
        submission.main, submission.file, isolation, deterministic=True,
        seconds=limits.move_seconds, fingerprint=found, meets_itself=False, depth=scheme.depth,
    )  # fmt: skip
