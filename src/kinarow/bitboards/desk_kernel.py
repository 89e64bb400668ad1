"""The memory of one search for an exact value.

A search has a desk: constants of the board, counters, and room for each ply's children. It is one
array of words, and kernels know it by its address; the names here are offsets into it, in bytes.
"""

from kinarow.native.words import Word

_WORD_BYTES = 8


def _at(word: int) -> Word:
    return Word(word * _WORD_BYTES)


# The board.
STRIDE = _at(0)
"""Bits from a cell to its right neighbour: the rows and one spare bit."""
CELLS = _at(5)
COLUMNS = _at(6)
TARGET = _at(7)
IS_FOUR = _at(8)
"""Whether lines of four fit across: the case that has code of its own."""
STEP_COUNT = _at(9)
STEPS = _at(10)
"""The distances between neighbours in the up to four directions in which a line fits."""

# The table.
TABLE = _at(14)
"""Its address."""
BUCKET_SHIFT = _at(15)
"""A bucket has 2 to the power of this many bytes."""
KEY_BITS = _at(16)
TABLE_BITS = _at(17)
"""The table has 2 to the power of this many buckets now …"""
TABLE_LIMIT = _at(18)
"""… this many at most …"""
TABLE_START = _at(30)
"""… and this many when it is empty."""
REST_BITS = _at(19)
"""How many bits of a key are not told by its bucket."""
GROW_AT = _at(20)
"""The number of entries written at which the table grows."""
WRITTEN = _at(21)

# The course of the search.
NODES = _at(22)
NODE_LIMIT = _at(23)
STOP = _at(24)
"""Set to end the search, by anyone."""
LOW = _at(25)
HIGH = _at(26)
"""What is proven of the score, as signed numbers."""

BEGUN = _at(36)
"""NODES when the question was asked."""

# Several threads, each with a desk, on one table.
LEADER = _at(1)
"""The address of the desk on which LOW and HIGH are those of all, for one alone its own."""
BUSY = _at(2)
"""The address of what is being searched, BUSY_PLACES words; 0 for one alone."""
UNWIND = _at(3)
"""If not 0, one more than the stones of a position on the way here that another has settled."""
BUSY_PLACES = 1 << 12

CHUNKS = _at(27)
"""Groups of eight columns."""
FRAME_BYTES = _at(28)
FRAMES = _at(29)
"""The address of the plies' frames: for each child its winning cells, its rank, then NOTE_WORDS
that other threads' results are compared with."""
NOTES = _at(4)
"""How far into a frame these are, in bytes: a key, alpha, and whether they hold."""
NOTE_WORDS = 4

# Without gravity.
IMAGES = _at(31)
"""The address of what each symmetry makes of each bit, 64 words a symmetry."""
IMAGE_COUNT = _at(32)
KEY_OWN = _at(33)
KEY_OTHER = _at(34)
EXACT = _at(35)
"""Whether a line longer than the target does not win."""

# Boards, of one word or of two.
BOTTOM = _at(40)
"""The lowest cell of every column."""
BOARD = _at(42)
"""All cells."""
SPARE = _at(44)
"""The bit above every column."""
ANSWERS = _at(46)
"""The cells with an odd number of cells above them: whoever takes one can be answered on top, and
in a column with an even number of empty cells these are the ones that the side to move gets."""
KEY_MASK = _at(48)
KEY_FACTOR = _at(50)
"""The odd number that keys are multiplied by."""
OWN = _at(52)
OCCUPIED = _at(54)
"""The position that is asked about: the mover's stones, and all."""

COLUMN_MASKS = _at(56)
"""The cells of each column, eight lanes a chunk."""
MOST_COLUMNS = 64
COLUMN_RANKS = _at(56 + 2 * MOST_COLUMNS)
"""The order in which columns are tried, all else being equal: higher is earlier."""
DESK_WORDS = 56 + 3 * MOST_COLUMNS


def index(offset: Word) -> int:
    """Where an offset is in the array of words."""
    return int(offset) // _WORD_BYTES
