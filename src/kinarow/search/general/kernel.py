"""Alpha-beta at native speed, on boards of any size, as a loop over the frames of `kernel`.

Leaves are scored for one side, usually the root's, and negated where the other is to move.
"""

import numpy as np

from kinarow.game.line_kernel import completes_line
from kinarow.native.jit import jit_for, jit_inlined
from kinarow.native.types import INT, Ints, array
from kinarow.score import WON
from kinarow.search.constants_kernel import (
    CUTOFFS,
    FAULT,
    INFINITE,
    KILLER_FIRST,
    KILLER_SECOND,
    NODE_LIMIT,
    NODES,
    STOP,
    TABLE_HITS,
    TABLE_MOVE_FIRST,
)
from kinarow.search.general.board_kernel import (
    BOARD_TYPE,
    FUNCTION_TYPE,
    JUDGE_TYPE,
    NOT_A_NUMBER,
    SETUP_TYPE,
    Board,
    Function,
    Judge,
    Setup,
    can_complete,
    gain,
    put,
    static_score,
)
from kinarow.search.general.frames_kernel import (
    DONE,
    ENTER,
    FRAMES_TYPE,
    LEAVE,
    NEXT,
    STOPPED,
    Frames,
    raise_line,
    remember_cutoff,
    take_best_move,
    ties_count,
)
from kinarow.search.table_kernel import (
    EXACT,
    LOWER,
    NO_CELL,
    TABLE_TYPE,
    UPPER,
    Table,
    entry_bound,
    entry_cell,
    entry_depth,
    entry_score,
    find,
    keep,
    least_image,
)


@jit_inlined
def playable(i: int, setup: Setup, board: Board) -> int:
    """The place of the i-th move in order, 0 (on the border) if it cannot be played."""
    at = board.landing[board.order[i]] if setup.gravity else board.order[i]
    if board.grid[at] != 0 or (setup.only_nearby and board.near[at] == 0):
        return 0
    return at


@jit_inlined
def winning_place(side: int, setup: Setup, board: Board) -> int:
    """A place where a stone of `side` completes a line, 0 if there is none."""
    if setup.fits_word and not can_complete(side, setup.target, board.stones, board.masks):
        return 0
    for i in range(board.order.size):
        at = playable(i, setup, board)
        if at and completes_line(board.grid, at, side, setup.width, setup.target, setup.exact):
            return at
    return 0


@jit_inlined
def last_ply(
    ply: int, stones: int, side: int, setup: Setup, board: Board, judge: Judge,
    function: Function, frames: Frames, control: Ints,
) -> None:  # fmt: skip
    """Score the moves of a node whose children are leaves."""
    sign = 1 if side == setup.judge_side else -1
    low, high = frames.low[ply], frames.high[ply]
    best, best_cell = -INFINITE, NO_CELL
    for i in range(board.order.size):
        at = playable(i, setup, board)
        if not at:
            continue
        control[NODES] += 1
        cell = board.cell_of[at]
        if completes_line(board.grid, at, side, setup.width, setup.target, setup.exact):
            score = WON - (stones + 1)
        elif setup.trap_weight == 0 and not setup.is_user:
            score = sign * (judge.sums[0] + gain(cell, side, judge))
        else:
            put(at, side, 1, setup, board, judge)
            opinion = static_score(setup, board, judge, function)
            put(at, side, -1, setup, board, judge)
            if opinion == NOT_A_NUMBER:
                control[FAULT] = 1 + cell
                control[STOP] = 1
                opinion = 0
            score = sign * opinion
        if score > best:
            best, best_cell = score, cell
            if best >= high:
                control[CUTOFFS] += 1
                break
    frames.best[ply] = best
    frames.best_cell[ply] = best_cell
    if best > low:
        frames.lines[ply, 0] = best_cell
        frames.line_lengths[ply] = 1


@jit_inlined
def list_moves(
    ply: int, side: int, only: int, table_cell: int, setup: Setup, board: Board, frames: Frames
) -> None:
    """All moves of a node with their merits, or the single one that is forced."""
    count = 0
    for i in range(board.order.size):
        at = only if only else playable(i, setup, board)
        if not at:
            continue
        cell = board.cell_of[at]
        merit = frames.history[side - 1, cell]
        if cell == table_cell:
            merit = TABLE_MOVE_FIRST
        elif cell == frames.killers[ply, 0]:
            merit = KILLER_FIRST
        elif cell == frames.killers[ply, 1]:
            merit = KILLER_SECOND
        if ply == 0:
            frames.ranks[cell] = count
        frames.places[ply, count] = at
        frames.merits[ply, count] = merit
        count += 1
        if only:
            break
    frames.move_count[ply] = count
    frames.tried[ply] = 0


@jit_for(
    INT(
        INT,
        SETUP_TYPE,
        BOARD_TYPE,
        JUDGE_TYPE,
        TABLE_TYPE,
        FRAMES_TYPE,
        array("ints"),
        FUNCTION_TYPE,
    )
)
def search(
    depth: int,
    setup: Setup,
    board: Board,
    judge: Judge,
    table: Table,
    frames: Frames,
    control: Ints,
    function: Function,
) -> int:
    """Search the position to a depth; its score and line are in the first frame.

    Returns `DONE`, or `STOPPED` when it was told to stop or ran out of nodes: then neither the
    frames nor the board mean anything any more.
    """
    ply = 0
    state = ENTER
    frames.low[0], frames.high[0] = -INFINITE, INFINITE
    while True:
        stones = setup.root_stones + ply
        side = setup.root_side if ply % 2 == 0 else 3 - setup.root_side
        left = depth - ply
        if state == ENTER:
            control[NODES] += 1
            if control[STOP] or control[NODES] >= control[NODE_LIMIT]:
                return STOPPED
            state = LEAVE
            frames.line_lengths[ply] = 0
            frames.first_low[ply] = frames.low[ply]
            frames.best[ply], frames.best_cell[ply] = -INFINITE, NO_CELL
            frames.tried[ply] = 0
            if stones == setup.cells:
                opinion = static_score(setup, board, judge, function)
                if opinion == NOT_A_NUMBER:
                    control[FAULT] = 1
                    return STOPPED
                frames.best[ply] = opinion if side == setup.judge_side else -opinion
                continue
            if left == 1:
                last_ply(ply, stones, side, setup, board, judge, function, frames, control)
                continue
            only = 0
            if stones >= 2 * setup.target - 3:  # before that, nobody has k − 1 stones
                win = winning_place(side, setup, board)
                if win:
                    frames.best[ply] = WON - (stones + 1)
                    frames.best_cell[ply] = board.cell_of[win]
                    frames.lines[ply, 0] = board.cell_of[win]
                    frames.line_lengths[ply] = 1
                    continue
                # A threat must be parried: any other move loses with the next stone but one.
                only = winning_place(3 - side, setup, board)
            table_cell = NO_CELL
            if setup.table_bits:
                image = least_image(board.hashes)
                key = board.hashes[image]
                frames.key[ply], frames.image[ply] = np.int64(key), image
                found = find(table, setup.table_bits, key)
                if found >= 0:
                    control[TABLE_HITS] += 1
                    table_cell = entry_cell(table, found, image)
                    is_null_window = frames.high[ply] - 1 == frames.low[ply]
                    if is_null_window and entry_depth(table, found) == left:
                        score, bound = entry_score(table, found), entry_bound(table, found)
                        if (
                            bound == EXACT
                            or (bound == LOWER and score >= frames.high[ply])
                            or (bound == UPPER and score <= frames.low[ply])
                        ):
                            frames.best[ply] = score
                            frames.best_cell[ply] = table_cell
                            continue
            list_moves(ply, side, only, table_cell, setup, board, frames)
            state = NEXT
        elif state == NEXT:
            if frames.tried[ply] == frames.move_count[ply]:
                if setup.table_bits:
                    bound = EXACT if frames.best[ply] > frames.first_low[ply] else UPPER
                    keep(
                        table, setup.table_bits, np.uint64(frames.key[ply]), frames.image[ply],
                        left, bound, frames.best_cell[ply], frames.best[ply],
                    )  # fmt: skip
                state = LEAVE
                continue
            at = take_best_move(ply, frames)
            frames.at[ply] = at
            put(at, side, 1, setup, board, judge)
            low, high = frames.low[ply] - ties_count(ply, at, board, frames), frames.high[ply]
            narrow = frames.tried[ply] > 1 and high - 1 > low
            frames.narrow[ply] = narrow
            frames.low[ply + 1] = -(low + 1) if narrow else -high
            frames.high[ply + 1] = -low
            ply += 1
            state = ENTER
        else:
            if ply == 0:
                return DONE
            score = -frames.best[ply]
            ply -= 1
            left, side = left + 1, 3 - side
            at = frames.at[ply]
            tie = ties_count(ply, at, board, frames)
            low, high = frames.low[ply] - tie, frames.high[ply]
            if frames.narrow[ply] and low < score < high:
                # Better than thought: how much better, a full window will tell.
                frames.narrow[ply] = 0
                frames.low[ply + 1], frames.high[ply + 1] = -high, -low
                ply += 1
                state = ENTER
                continue
            put(at, side, -1, setup, board, judge)
            cell = board.cell_of[at]
            state = NEXT
            if score > frames.best[ply] or (tie and score == frames.best[ply]):
                frames.best[ply], frames.best_cell[ply] = score, cell
                if score > low:
                    frames.low[ply] = score
                    raise_line(ply, cell, frames)
                if score >= high:
                    control[CUTOFFS] += 1
                    remember_cutoff(ply, cell, side, left, frames)
                    if setup.table_bits:
                        keep(
                            table, setup.table_bits, np.uint64(frames.key[ply]),
                            frames.image[ply], left, LOWER, cell, score,
                        )  # fmt: skip
                    state = LEAVE
