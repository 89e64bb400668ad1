"""What Python has no function for: calls of the C library and of the kernel, by ctypes."""

from __future__ import annotations

import ctypes
import os

from kinarow.sandbox.confinement.own_user import become

_libc = ctypes.CDLL(None, use_errno=True)

_SIGNAL_AT_PARENTS_DEATH = 1
_KEEP_CAPABILITIES = 8
_SECCOMP, _SECCOMP_FILTER = 22, 2
_SUBREAPER = 36
_NO_NEW_PRIVILEGES = 38
_AMBIENT_CAPABILITY, _RAISE = 47, 2

_CAPABILITIES_VERSION = 0x20080522
_READ_ANYTHING = 2
"""CAP_DAC_READ_SEARCH."""

_NEW_MOUNTS = 0x20000
_RECURSIVE_BIND = 0x1000 | 0x4000
_PRIVATE_MOUNTS = 0x4000 | 0x40000

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Landlock's system calls, the same on every kind of processor."""


def _done(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _prctl(option: int, *arguments: int) -> None:
    numbers = [*arguments, 0, 0, 0, 0][:4]
    _done(_libc.prctl(option, *(ctypes.c_ulong(number) for number in numbers)))


def _call(number: int, *arguments: object) -> int:
    """A system call that the C library has no name for."""
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result: int = _libc.syscall(ctypes.c_long(number), *wide)
    return result


def end_with_parent(signal_number: int) -> None:
    _prctl(_SIGNAL_AT_PARENTS_DEATH, signal_number)


def inherit_orphans() -> None:
    """Whatever is started below this process stays below it, even if its own parent ends."""
    _prctl(_SUBREAPER, 1)


def give_up_privileges() -> None:
    """No program that is started from here on gets rights that this process does not have."""
    _prctl(_NO_NEW_PRIVILEGES, 1)


class _FilterProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def install_filter(program: bytes) -> None:
    """Have the kernel ask a seccomp program about every call from now on."""
    filter_program = _FilterProgram(len(program) // 8, program)
    address = ctypes.addressof(filter_program)
    _prctl(_SECCOMP, _SECCOMP_FILTER, address)


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("process", ctypes.c_int))


def become_reader(user: int) -> None:
    """Be another user, but keep, if it is there, root's right to read anything: for those whom
    Landlock binds, since what a sandbox may read can lie in a private folder of root's."""
    _prctl(_KEEP_CAPABILITIES, 1)
    become(user)
    header = _CapabilityHeader(_CAPABILITIES_VERSION, 0)
    held = (ctypes.c_uint32 * 6)()
    _done(_libc.capget(ctypes.byref(header), held))
    kept = held[1] & (1 << _READ_ANYTHING)
    _done(_libc.capset(ctypes.byref(header), (ctypes.c_uint32 * 6)(kept, kept, kept, 0, 0, 0)))
    if kept:
        _prctl(_AMBIENT_CAPABILITY, _RAISE, _READ_ANYTHING)


def have_own_mounts() -> None:
    _done(_libc.unshare(_NEW_MOUNTS))
    _done(_libc.mount(b"none", b"/", None, ctypes.c_ulong(_PRIVATE_MOUNTS), None))


def mount_memory(at: str) -> None:
    _done(_libc.mount(b"tmpfs", at.encode(), b"tmpfs", ctypes.c_ulong(0), b"mode=755"))


def mount_again(opened: int, at: str) -> None:
    """Show a folder or file, known by an open descriptor, at another place as well."""
    source = f"/proc/self/fd/{opened}".encode()
    _done(_libc.mount(source, os.fsencode(at), None, ctypes.c_ulong(_RECURSIVE_BIND), None))


def landlock_version() -> int:
    """0 if this kernel has no Landlock, or it is not switched on."""
    return max(0, _call(_CREATE_RULESET, None, 0, 1))


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathRule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("opened", ctypes.c_int32))


def landlock_ruleset(files: int, network: int, scoped: int) -> int:
    """The descriptor of a set of rules for these kinds of access."""
    wanted = _Ruleset(files, network, scoped)
    # Older kernels know only the first fields and want to see no more of them.
    size = 24 if scoped else 16 if network else 8
    return _done(_call(_CREATE_RULESET, ctypes.byref(wanted), size, 0))


def landlock_allow(ruleset: int, opened: int, allowed: int) -> None:
    rule = _PathRule(allowed, opened)
    _done(_call(_ADD_RULE, ruleset, 1, ctypes.byref(rule), 0))


def landlock_enforce(ruleset: int) -> None:
    _done(_call(_RESTRICT_SELF, ruleset, 0))
