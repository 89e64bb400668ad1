"""A filter for the kernel: which system calls a sandboxed program may not make.

The filter is a program for the kernel's BPF machine, which looks at the number of a call and at the
low halves of its arguments; it cannot follow pointers. What is not listed here is allowed, except
calls that are newer than this list. Locks of files, which two sandboxes that read the same file
could speak by, are not taken, though programs are told so: SQLite cannot read without them.

Where the sandbox has namespaces of its own, `ALWAYS` is enough. Where processes, files and users
are shared with the rest of the machine, calls that would reach other processes of the same user, or
files by ways that Landlock does not watch, are refused as well.
"""

from __future__ import annotations

import errno
import os
import struct
from typing import NamedTuple

_LAST_KNOWN = 450
"""Later calls do not exist for sandboxed programs; libraries do without them."""


class Machine(NamedTuple):
    """A kind of processor, as the kernel knows it."""

    column: int
    """Of the tables below."""
    architecture: int


MACHINES = {"x86_64": Machine(0, 0xC000003E), "aarch64": Machine(1, 0xC00000B7)}

Numbers = dict[str, tuple[int | None, int | None]]
"""What a call's number is on x86-64 and on aarch64."""

# fmt: off
ALWAYS: Numbers = {
    # the network, and any other way to talk to programs outside
    "socket": (41, 198), "socketpair": (53, 199),
    # other processes
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "process_mrelease": (448, 448), "kcmp": (312, 272),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    # another view of files, users and processes
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_tree": (428, 428), "move_mount": (429, 429), "mount_setattr": (442, 442),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "unshare": (272, 97), "setns": (308, 268),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "fanotify_init": (300, 262),
    # large parts of the kernel that a player needs for nothing
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "io_setup": (206, 0),
    # memory that no process is seen to use; mmap is looked at more closely
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194),
    "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180), "vmsplice": (278, 75),
    "remap_file_pages": (216, 234),
    # more of the processor than its share: another core, a group of its own, another turn
    "sched_setaffinity": (203, 122), "setsid": (112, 157), "setpgid": (109, 154),
    "sched_setscheduler": (144, 119), "sched_setparam": (142, 118), "sched_setattr": (314, 274),
    "setpriority": (141, 140), "ioprio_set": (251, 30),
    # signs to another sandbox that reads the same files
    "flock": (73, 32), "inotify_init": (253, None), "inotify_init1": (294, 26),
    # keeping the disk busy for everyone, or what others read from being remembered
    "sync": (162, 81), "syncfs": (306, 267), "fadvise64": (221, 223),
    # the machine itself
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "reboot": (169, 142),
    "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89), "syslog": (103, 116),
    "vhangup": (153, 58), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "clock_adjtime": (305, 266), "adjtimex": (159, 171), "sethostname": (170, 161),
    "setdomainname": (171, 162), "quotactl": (179, 60), "quotactl_fd": (443, 443),
    "iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None), "uselib": (134, None),
    "lookup_dcookie": (212, 18),
}

WITHOUT_NAMESPACES: Numbers = {
    # signals: kill and tgkill are looked at more closely
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    # slowing down other processes
    "migrate_pages": (256, 238), "move_pages": (279, 239),
    # what Landlock lets pass: owners, modes, times and attributes of any file
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "chown": (92, None),
    "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None),
    "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14),
    "lremovexattr": (198, 15), "fremovexattr": (199, 16), "truncate": (76, 45),
    # removing a file by writing over its name
    "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276),
}

# Without namespaces, files are removed when the sandbox ends and not before: one that is removed
# while it is open takes space that no folder shows. Programs are told that it is done, since some,
# as Python's own tempfile, give up where nothing can be removed.
LATER: Numbers = {"unlink": (87, None), "unlinkat": (263, 35), "rmdir": (84, None)}

# Their arguments are behind pointers; C libraries use the older calls where these do not exist.
MISSING: Numbers = {"clone3": (435, 435), "openat2": (437, 437)}

_BY_ARGUMENTS: Numbers = {
    "clone": (56, 220), "kill": (62, 129), "tgkill": (234, 131), "prlimit64": (302, 261),
    "fcntl": (72, 25), "ioctl": (16, 29), "mmap": (9, 222),
    "open": (2, None), "openat": (257, 56), "prctl": (157, 167),
}
# fmt: on

_NEW_NAMESPACES = 0x7E020000
_SIGNAL_AT_PARENTS_DEATH = 1
"""PR_SET_PDEATHSIG: the first process inside must not outlive the warden."""
_UNNAMED_FILE = 0o20000000
"""The bit of O_TMPFILE that no other flag has: a file that is in no folder from the start."""
_EMPTIED, _ACCESS, _READ_ONLY, _NEITHER = 0o1000, 0o3, 0o0, 0o3
"""O_TRUNC, O_ACCMODE, O_RDONLY, and the access that has no name: neither to read nor to write."""
_TO_TERMINAL = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: typing for the user."""
_OWNER_OF_FILE_SIGNALS = (0x8901, 0x8902)
_ATTRIBUTES_OF_FILES = (0x40086602, 0x401C5820)
_SIGNALS_FROM_FILES = (8, 10, 15)
"""F_SETOWN, F_SETSIG and F_SETOWN_EX: a signal to any process when a file is ready."""
_NEWS_OF_FILES = (1024, 1026)
"""F_SETLEASE and F_NOTIFY: who else opens a file."""
_LOCKS = (6, 7, 37, 38)
"""F_SETLK and F_SETLKW, and the same for open files."""
_SHARED, _IN_NO_FILE = 0x01, 0x20
"""MAP_SHARED, also a bit of its later form, and MAP_ANONYMOUS. Memory that is mapped so stays
allocated when no process is seen to use it any more."""

_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_REFUSE = 0x00050000 | errno.EPERM
_DONE_LATER = 0x00050000  # no error
_NO_SUCH_CALL = 0x00050000 | errno.ENOSYS

_LOAD, _AND, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x45, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16

Instruction = tuple[int, int, int, int]
"""Operation, how many steps to skip if it holds and if not, and a number."""


def _returns(what: int) -> Instruction:
    return (_RETURN, 0, 0, what)


def _if_called(number: int, then: list[Instruction]) -> list[Instruction]:
    return [(_EQUAL, 0, len(then), number), *then]


def _argument(index: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * index)


def _only(index: int, values: tuple[int, ...]) -> list[Instruction]:
    """An argument must have one of these values."""
    tests: list[Instruction] = [
        (_EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)
    ]
    return [_argument(index), *tests, _returns(_REFUSE), _returns(_ALLOW)]


def _none_of(
    index: int, values: tuple[int, ...], instead: tuple[int, ...] = ()
) -> list[Instruction]:
    """An argument must have none of these values; with those of `instead` nothing is done."""
    tests: list[Instruction] = [
        (_EQUAL, len(values) + len(instead) - at, 0, value) for at, value in enumerate(values)
    ]
    tests += [(_EQUAL, len(instead) - at + 1, 0, value) for at, value in enumerate(instead)]
    answers = [_returns(_ALLOW), _returns(_REFUSE), *([_returns(_DONE_LATER)] if instead else [])]
    return [_argument(index), *tests, *answers]


def _no_bit_of(index: int, mask: int) -> list[Instruction]:
    return [_argument(index), (_ANY_BIT, 1, 0, mask), _returns(_ALLOW), _returns(_REFUSE)]


def _mapping(flags: int, refused: int) -> list[Instruction]:
    """Mapping memory, but not with all of these bits."""
    return [
        _argument(flags),
        (_AND, 0, 0, refused),
        (_EQUAL, 1, 0, refused),
        _returns(_ALLOW),
        _returns(_REFUSE),
    ]


def _opening(flags: int) -> list[Instruction]:
    """Opening a file, but not one without a name, and not emptying one that is not opened to be
    written, which the first two versions of Landlock let pass."""
    return [
        _argument(flags),
        (_ANY_BIT, 4, 0, _UNNAMED_FILE),
        (_AND, 0, 0, _EMPTIED | _ACCESS),
        (_EQUAL, 2, 0, _EMPTIED | _READ_ONLY),
        (_EQUAL, 1, 0, _EMPTIED | _NEITHER),
        _returns(_ALLOW),
        _returns(_REFUSE),
    ]


def known_machine() -> bool:
    return os.uname().machine in MACHINES


def seccomp_program(
    *, process: int | None, has_devices: bool = False, machine: str | None = None
) -> bytes:
    """The filter for a sandbox with namespaces of its own, or, without, for the one that begins
    with this process, which may send signals to itself. With all devices of the machine there is
    /dev/zero, which is as good as no file: then nothing can be mapped shared."""
    column, architecture = MACHINES[machine or os.uname().machine]
    looked_at = {
        "clone": _no_bit_of(0, _NEW_NAMESPACES),
        "fcntl": _none_of(1, _NEWS_OF_FILES, _LOCKS),
        "ioctl": _none_of(1, _TO_TERMINAL),
        "mmap": _mapping(3, _SHARED if has_devices else _SHARED | _IN_NO_FILE),
        "prctl": _none_of(0, (_SIGNAL_AT_PARENTS_DEATH,)),
    }
    refused = ALWAYS
    later: Numbers = {}
    if process is not None:
        refused = ALWAYS | WITHOUT_NAMESPACES
        later = LATER
        looked_at |= {
            "kill": _only(0, (0, process)),
            "tgkill": _only(0, (process,)),
            "prlimit64": _only(0, (0,)),
            "fcntl": _none_of(1, _NEWS_OF_FILES + _SIGNALS_FROM_FILES, _LOCKS),
            "ioctl": _none_of(1, _TO_TERMINAL + _OWNER_OF_FILE_SIGNALS + _ATTRIBUTES_OF_FILES),
            "open": _opening(1),
            "openat": _opening(2),
        }
    steps: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_EQUAL, 1, 0, architecture),
        _returns(_KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_GREATER, 0, 1, _LAST_KNOWN),
        _returns(_NO_SUCH_CALL),
    ]
    rules = [(MISSING[name], [_returns(_NO_SUCH_CALL)]) for name in MISSING]
    rules += [(refused[name], [_returns(_REFUSE)]) for name in refused]
    rules += [(later[name], [_returns(_DONE_LATER)]) for name in later]
    rules += [(_BY_ARGUMENTS[name], looked_at[name]) for name in looked_at]
    for numbers, then in rules:
        number = numbers[column]
        if number is not None:
            steps += _if_called(number, then)
    steps.append(_returns(_ALLOW))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
