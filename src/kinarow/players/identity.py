"""What makes a player the same one as in an earlier run: the content of all that it is made of.

Stored games count for a player as long as it is the same. One of kinarow's own is known by its
name, which says all its settings, and by what its evaluator is; one of a user's by its code, by the
files that this uses and by its own state. Where the code cannot be found, as in a notebook, the
player is a new one each time, and no stored game ever counts for it.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import secrets
import sys
from functools import lru_cache
from pathlib import Path

from kinarow.evaluation import CATALOGUE, AnyEvaluator, Evaluator
from kinarow.evaluation.written.json_files import to_json
from kinarow.players.player import Player
from kinarow.players.user.used_files import fingerprint


def identity_of(player: Player) -> str:
    """A text that is the same for players that are the same."""
    if is_our_own(player):
        judged_by = player.evaluator
        content = "" if judged_by is None else _content_of_evaluator(judged_by)
        return f"{player.name} {content}".rstrip()
    return f"{player.name} {content_of(player)}"


def is_our_own(player: Player) -> bool:
    """Whether it is of a class of kinarow's, and nothing but its settings tells it from others."""
    return type(player).__module__.startswith("kinarow.")


def content_of(thing: object) -> str:
    """A hash of a user's object: of its class's file, all that this uses, and its own state."""
    kind = type(thing)
    file = vars(sys.modules.get(kind.__module__, object)).get("__file__")
    try:
        state = pickle.dumps(thing)
    except Exception:  # whatever a user's object raises
        file = None
    if not file or not Path(file).is_file():
        return secrets.token_hex(8)
    code = fingerprint([Path(file)])
    return _hashed(f"{kind.__qualname__} {code} ".encode() + state)


def _content_of_evaluator(evaluator: AnyEvaluator) -> str:
    if terms := evaluator.of_terms:
        return "" if CATALOGUE.get(terms.name) == terms else _content_of_terms(terms)
    if function := evaluator.in_file:
        return _hashed(function.code + fingerprint([function.path]).encode())
    return evaluator.version or content_of(evaluator)


@lru_cache(maxsize=16)  # tables may be long, and every game asks
def _content_of_terms(evaluator: Evaluator) -> str:
    return _hashed(json.dumps(to_json(evaluator)).encode())


def _hashed(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
