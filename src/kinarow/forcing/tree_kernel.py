"""Proofs built from what a search has found, each part looked at again.

The search takes only cells that the threat of a quiet move names for answers to it. Here all that
could matter are: let T be the proof of what follows if the defender passes. A stone x outside the
zone of T leaves T as it is. The zone holds all cells that T names; and, since at a three of T the
defender may have one stone y more, all empty cells of windows without a stone of the attacker's in
which the defender's stones, with answers that T names, come to k - 3: with any other x, no window
through x comes to k - 1, so neither x nor y gives the defender a four that T does not know.
"""

from typing import NamedTuple

import numpy as np

from kinarow.forcing.answers_kernel import Marks, answers_to, begin, mark, mark_windows
from kinarow.forcing.fours_kernel import WON, FoursDesk, find_fours
from kinarow.forcing.known_kernel import (
    DESK,
    FOURS,
    FOURS_NODES,
    LIMIT,
    MARKS,
    MOST_FOURS,
    NEVER,
    QUIET_TURNS,
    QUIET_WORK,
    SIDE,
    THREATS,
    WORK,
    ProofDesk,
    find_known,
    key_of,
)
from kinarow.forcing.proof_kernel import keep_answers, settle
from kinarow.forcing.threats_kernel import Threats, completing, put, take
from kinarow.native.jit import jit_for, jit_part
from kinarow.native.types import BOOLEAN, INT, Ints, Words, array, record

PASS = -1
"""Stands where an answer would: what follows every answer that is not named."""
FAILED = -1
_MOST_VISITS = 20_000


class Tree(NamedTuple):
    """A proof. Sub-proofs that occur several times are one node."""

    nodes: Ints
    """For each node its move, its first link and how many links it has."""
    links: Ints
    """An answer or PASS, and the node that follows."""
    numbers: Ints
    """How many nodes and links there are."""
    keys: Words
    """Which positions have a node,"""
    places: Ints
    """and which node."""
    answers: Ints
    """For each ply, the answers that are gone through,"""
    followers: Ints
    """and their nodes."""


TREE = record(
    {
        "nodes": array("ints", 2),
        "links": array("ints", 2),
        "numbers": array("ints"),
        "keys": array("words"),
        "places": array("ints"),
        "answers": array("ints", 2),
        "followers": array("ints", 2),
    },
    Tree,
)


@jit_part
def _node(tree: Tree, move: int) -> int:
    """A node without links; FAILED if there is no room."""
    at = tree.numbers[0]
    if at + 1 >= len(tree.nodes) or tree.numbers[1] + 4096 >= len(tree.links):
        return FAILED
    tree.numbers[0] = at + 1
    tree.nodes[at, 0], tree.nodes[at, 1], tree.nodes[at, 2] = move, tree.numbers[1], 0
    return int(at)


@jit_part
def _link(tree: Tree, node: int, answer: int, follower: int) -> None:
    """A link of the newest node that has any."""
    at = tree.nodes[node, 1] + tree.nodes[node, 2]
    tree.links[at, 0], tree.links[at, 1] = answer, follower
    tree.nodes[node, 2] += 1
    tree.numbers[1] = at + 1


@jit_part
def _double(tree: Tree, move: int, one: int, two: int) -> int:
    """A move with two ways to complete a line after it."""
    first, second, node = _node(tree, one), _node(tree, two), _node(tree, move)
    if node != FAILED:
        _link(tree, node, one, second)
        _link(tree, node, PASS, first)
    return node


@jit_part
def _chain(tree: Tree, line: Ints, length: int) -> int:
    """A win by fours: moves and answers in turn, at last a move with two ways."""
    if length == 1:
        return _node(tree, line[0])
    last = length - 3
    node = _double(tree, line[last], line[last + 1], line[last + 2])
    for i in range(last - 2, -1, -2):
        after, leaf = node, _node(tree, line[i + 1])
        node = _node(tree, line[i])
        if node == FAILED or leaf == FAILED:
            return FAILED
        _link(tree, node, line[i + 1], after)
        _link(tree, node, PASS, leaf)
    return node


@jit_part
def _doubles(threats: Threats, side: int, marks: Marks, tree: Tree, ply: int, count: int) -> int:
    """Wins by a single double four, as followers of a pass: each answer that leaves one leaves one
    of these. Returns how many followers there are now."""
    begin(marks)
    mark_windows(threats, side, 1, marks)
    found = count
    for i in range(marks.numbers[1]):
        move, one, two, three = marks.cells[i], -1, -1, -1
        for window in threats.cell_windows[move]:
            if window < 0:
                break
            if (
                threats.counts[1 - side, window] == 0
                and threats.counts[side, window] == threats.target - 2
            ):
                for cell in threats.window_cells[window]:
                    if threats.stones[cell] == 0 and cell != move:
                        if one < 0 or one == cell:
                            one = cell
                        elif two < 0 or two == cell:
                            two = cell
                        else:
                            three = cell
        if two >= 0:
            tree.answers[ply, found] = PASS
            tree.followers[ply, found] = _double(tree, move, one, two)
            found += 1
        if three >= 0:
            # An answer on one of three ways leaves a pair of them.
            tree.answers[ply, found], tree.answers[ply, found + 1] = PASS, PASS
            tree.followers[ply, found] = _double(tree, move, two, three)
            tree.followers[ply, found + 1] = _double(tree, move, one, three)
            found += 2
    return found


@jit_for(BOOLEAN(THREATS, INT, INT, TREE, MARKS))
def mark_tree(threats: Threats, side: int, node: int, tree: Tree, zone: Marks) -> bool:
    """Mark the zone of a proof, the attacker to move; False if it is too large."""
    zone.numbers[2] += 1
    if zone.numbers[2] > _MOST_VISITS:
        return False
    move, other, small = tree.nodes[node, 0], 1 - side, True
    mark(zone, move)
    put(threats, move, side)
    for i in range(tree.nodes[node, 1], tree.nodes[node, 1] + tree.nodes[node, 2]):
        answer = tree.links[i, 0]
        if answer != PASS:
            mark(zone, answer)
            put(threats, answer, other)
            for window in threats.cell_windows[answer]:
                if window < 0:
                    break
                if (
                    threats.counts[side, window] == 0
                    and threats.counts[other, window] >= threats.target - 3
                ):
                    for cell in threats.window_cells[window]:
                        if threats.stones[cell] == 0:
                            mark(zone, cell)
        small = mark_tree(threats, side, tree.links[i, 1], tree, zone)
        if answer != PASS:
            take(threats, answer, other)
        if not small:
            break
    take(threats, move, side)
    return small


@jit_part
def _zone(threats: Threats, side: int, node: int, tree: Tree, zone: Marks, into: Ints) -> int:
    """The answers that may matter to a quiet move, given the proof of its threat."""
    begin(zone)
    zone.numbers[2] = 0
    for level in range(3):
        mark_windows(threats, 1 - side, level, zone)
    if not mark_tree(threats, side, node, tree, zone):
        return FAILED
    for i in range(zone.numbers[1]):
        into[i] = zone.cells[i]
    return int(zone.numbers[1])


@jit_part
def _is_proven(
    threats: Threats, quiet: bool, work: int, desk: ProofDesk, zone: Marks, marks: Marks,
    fours: FoursDesk,
) -> int:  # fmt: skip
    """The move that wins, the attacker to move; FAILED if none is found within so much work."""
    key = key_of(threats, True, quiet)
    at = find_known(key, desk)
    if at < 0 or desk.known[at, 0] != 0:
        limit = desk.settings[LIMIT]
        never, ply = int(np.int64(NEVER)), int(np.int64(0))
        attacking = bool(limit >= 0)  # a constant would be compiled as another function
        desk.settings[LIMIT] = min(limit, desk.settings[WORK] + work)
        settle(threats, attacking, quiet, ply, never, never, desk, zone, marks, fours)
        desk.settings[LIMIT] = limit
        at = find_known(key, desk)
    return int(desk.known[at, 2]) if at >= 0 and desk.known[at, 0] == 0 else FAILED


@jit_part
def _kept(key: np.uint64, tree: Tree) -> int:
    at = int(np.int64(key & np.uint64(len(tree.keys) - 1)))
    return int(tree.places[at]) if tree.keys[at] == key else FAILED


@jit_for(INT(THREATS, BOOLEAN, BOOLEAN, INT, INT, DESK, TREE, MARKS, MARKS, FOURS))
def build(
    threats: Threats, attacking: bool, quiet: bool, ply: int, move: int, desk: ProofDesk,
    tree: Tree, zone: Marks, marks: Marks, fours: FoursDesk,
) -> int:  # fmt: skip
    """The proof from the board as it stands: of the attacker, to move, or of his `move` that was
    just laid. FAILED if a part of it cannot be found again."""
    side = desk.settings[SIDE]
    key = key_of(threats, attacking, quiet)
    # A node holds its move, and another move may have led to the same stones.
    node = _kept(key, tree) if attacking else FAILED
    if node != FAILED:
        return node
    if ply + 2 >= len(tree.answers):
        return FAILED
    if attacking:
        if find_fours(threats, side, MOST_FOURS, desk.settings[FOURS_NODES], fours) == WON:
            node = _chain(tree, fours.line, fours.spent[2])
        else:
            # By threats alone if that is easy, else with quiet moves.
            quietly = quiet
            work = desk.settings[LIMIT]
            if quiet:
                quietly, work = not quiet, QUIET_TURNS * desk.settings[QUIET_WORK]
            best = _is_proven(threats, quietly, work, desk, zone, marks, fours)
            if best == FAILED and quiet:
                quietly = quiet
                best = _is_proven(threats, quiet, desk.settings[LIMIT], desk, zone, marks, fours)
            if best == FAILED:
                return FAILED
            put(threats, best, side)
            node = build(
                threats, not attacking, quietly, ply + 1, best, desk, tree, zone, marks, fours
            )
            take(threats, best, side)
    else:
        node = FAILED
        answers, followers = tree.answers[ply], tree.followers[ply]
        count = answers_to(threats, side, marks, answers)
        links = max(count, 0)
        if count >= 0:
            a, b, _ = completing(threats, side)
            if a >= 0:
                if b >= 0:
                    return _double(tree, move, a, b)
                answers[links], followers[links] = PASS, _node(tree, a)
                links += 1
            else:
                links = _doubles(threats, side, marks, tree, ply, links)
        elif quiet:
            then = build(
                threats, not attacking, not quiet, ply + 1, move, desk, tree, zone, marks, fours
            )
            if then == FAILED:
                return FAILED
            count = _zone(threats, side, then, tree, zone, answers)
            if count < 0:
                return FAILED
            answers[count], followers[count] = PASS, then
            links = count + 1
        if links == 0 or count < 0:
            return FAILED
        if count == 0:
            # Some answer is named always, for a line to be shown: here to the first double four.
            for i in range(links, 0, -1):
                answers[i], followers[i] = answers[i - 1], followers[i - 1]
            answers[0] = tree.nodes[followers[1], 0]
            count, links = 1, links + 1
        for i in range(count):
            put(threats, answers[i], 1 - side)
            followers[i] = build(
                threats, not attacking, quiet, ply + 1, move, desk, tree, zone, marks, fours
            )
            take(threats, answers[i], 1 - side)
            if followers[i] == FAILED:
                keep_answers(key, desk, answers, count)
                return FAILED
        node = _node(tree, move)
        if node != FAILED:
            for i in range(links):
                if followers[i] == FAILED:
                    return FAILED
                _link(tree, node, answers[i], followers[i])
    if node != FAILED and attacking:
        at = int(np.int64(key & np.uint64(len(tree.keys) - 1)))
        tree.keys[at], tree.places[at] = key, node
    return node
