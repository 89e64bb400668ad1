"""The filter of system calls, run by a small machine of our own for both kinds of processors."""

from __future__ import annotations

import errno
import re
import struct
from pathlib import Path

import pytest

from kinarow.sandbox.confinement import seccomp
from kinarow.sandbox.confinement.seccomp import (
    ALWAYS,
    LATER,
    MACHINES,
    MISSING,
    WITHOUT_NAMESPACES,
    seccomp_program,
)

ALLOWED = "allowed"
KILLED = "killed"
PROCESS = 4242

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


def decide(program: bytes, architecture: int, number: int, *arguments: int) -> str | int:
    """What the filter answers to a call: allowed, killed, or the number of an error."""
    padded = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    call = struct.pack("=IIQ6Q", number, architecture, 0, *(a % 2**64 for a in padded))
    steps = list(struct.iter_unpack("=HBBI", program))
    at, loaded = 0, 0
    while True:
        operation, if_true, if_false, value = steps[at]
        at += 1
        if operation == 0x20:
            (loaded,) = struct.unpack_from("=I", call, value)
        elif operation == 0x54:
            loaded &= value
        elif operation == 0x06:
            if value & 0x7FFF0000 == 0x00050000:
                return int(value & 0xFFFF)
            return {0x7FFF0000: ALLOWED, 0x80000000: KILLED}[value]
        else:
            holds = {0x15: loaded == value, 0x25: loaded > value, 0x45: bool(loaded & value)}
            at += if_true if holds[operation] else if_false


def number_of(name: str, machine: str) -> int | None:
    for table in (ALWAYS, WITHOUT_NAMESPACES, LATER, MISSING, seccomp._BY_ARGUMENTS):
        if name in table:
            return table[name][MACHINES[machine].column]
    raise KeyError(name)


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def answers(machine: str, name: str, *arguments: int, own_namespaces: bool) -> str | int:
    number = number_of(name, machine)
    assert number is not None
    program = seccomp_program(process=None if own_namespaces else PROCESS, machine=machine)
    return decide(program, MACHINES[machine].architecture, number, *arguments)


@pytest.mark.parametrize("own_namespaces", [True, False])
def test_what_is_listed_is_refused(machine: str, own_namespaces: bool) -> None:
    listed = [name for name in ALWAYS | WITHOUT_NAMESPACES if number_of(name, machine) is not None]
    refused = [
        name
        for name in listed
        if answers(machine, name, own_namespaces=own_namespaces) == errno.EPERM
    ]
    assert refused == [name for name in listed if name in ALWAYS or not own_namespaces]


@pytest.mark.parametrize(
    ("name", "arguments", "without", "within"),
    [
        ("clone", (0x11,), ALLOWED, ALLOWED),
        ("clone", (0x3D0F00,), ALLOWED, ALLOWED),  # a thread
        ("clone", (0x10000011,), errno.EPERM, errno.EPERM),
        ("clone", (0x40000011,), errno.EPERM, errno.EPERM),
        ("clone3", (), errno.ENOSYS, errno.ENOSYS),
        ("openat2", (), errno.ENOSYS, errno.ENOSYS),
        ("unlinkat", (), 0, ALLOWED),
        ("kill", (PROCESS, 6), ALLOWED, ALLOWED),
        ("kill", (0, 6), ALLOWED, ALLOWED),
        ("kill", (-1, 9), errno.EPERM, ALLOWED),
        ("kill", (PROCESS - 1, 9), errno.EPERM, ALLOWED),
        ("kill", (-PROCESS, 9), errno.EPERM, ALLOWED),
        ("kill", ((1 << 32) + PROCESS + 1, 9), errno.EPERM, ALLOWED),
        ("tgkill", (PROCESS, PROCESS + 3, 6), ALLOWED, ALLOWED),
        ("tgkill", (0, PROCESS, 9), errno.EPERM, ALLOWED),
        ("prlimit64", (0, 7), ALLOWED, ALLOWED),
        ("prlimit64", (PROCESS + 1, 7), errno.EPERM, ALLOWED),
        ("prctl", (38, 1), ALLOWED, ALLOWED),
        ("prctl", (1, 0), errno.EPERM, errno.EPERM),
        ("fcntl", (3, 2), ALLOWED, ALLOWED),
        ("fcntl", (3, 5), ALLOWED, ALLOWED),
        ("fcntl", (3, 6), 0, 0),
        ("fcntl", (3, 7), 0, 0),
        ("fcntl", (3, 37), 0, 0),
        ("fcntl", (3, 38), 0, 0),
        ("fcntl", (3, 8), errno.EPERM, ALLOWED),
        ("fcntl", (3, 10), errno.EPERM, ALLOWED),
        ("fcntl", (3, 15), errno.EPERM, ALLOWED),
        ("fcntl", (3, 1024), errno.EPERM, errno.EPERM),
        ("fcntl", (3, 1026), errno.EPERM, errno.EPERM),
        ("fcntl", (3, 1031), ALLOWED, ALLOWED),
        ("mmap", (0, 4096, 3, 0x22), ALLOWED, ALLOWED),
        ("mmap", (0, 4096, 3, 0x02, 3), ALLOWED, ALLOWED),
        ("mmap", (0, 4096, 1, 0x01, 3), ALLOWED, ALLOWED),
        ("mmap", (0, 4096, 3, 0x21), errno.EPERM, errno.EPERM),
        ("mmap", (0, 4096, 3, 0x23), errno.EPERM, errno.EPERM),
        ("mmap", (0, 4096, 3, 0x100000021), errno.EPERM, errno.EPERM),
        ("ioctl", (1, 0x5413), ALLOWED, ALLOWED),
        ("ioctl", (1, 0x5412), errno.EPERM, errno.EPERM),
        ("ioctl", (1, 0x8902), errno.EPERM, ALLOWED),
        ("openat", (-100, 0, 0o1101), ALLOWED, ALLOWED),
        ("openat", (-100, 0, 0o20200002), errno.EPERM, ALLOWED),
        ("openat", (-100, 0, 0o2000000), ALLOWED, ALLOWED),
        ("openat", (-100, 0, 0o2001000), errno.EPERM, ALLOWED),
        ("openat", (-100, 0, 0o1003), errno.EPERM, ALLOWED),
        ("openat", (-100, 0, 0o1001), ALLOWED, ALLOWED),
        ("openat", (-100, 0, 0o1002), ALLOWED, ALLOWED),
    ],
)
def test_some_calls_depend_on_their_arguments(
    machine: str, name: str, arguments: tuple[int, ...], without: str | int, within: str | int
) -> None:
    assert answers(machine, name, *arguments, own_namespaces=False) == without
    assert answers(machine, name, *arguments, own_namespaces=True) == within


def test_with_dev_zero_nothing_is_mapped_shared(machine: str) -> None:
    program = seccomp_program(process=PROCESS, has_devices=True, machine=machine)
    number = number_of("mmap", machine)
    assert number is not None
    outcomes = [
        decide(program, MACHINES[machine].architecture, number, 0, 4096, 3, flags)
        for flags in (0x22, 0x02, 0x01, 0x03, 0x21)
    ]
    assert outcomes == [ALLOWED, ALLOWED, errno.EPERM, errno.EPERM, errno.EPERM]


def test_calls_of_another_kind_of_processor_end_the_process(machine: str) -> None:
    program = seccomp_program(process=None, machine=machine)
    assert decide(program, 0x40000003, 1) == KILLED


@pytest.mark.parametrize("number", [451, 467, 0x40000000, 0x40000029, 2**32 - 1])
def test_calls_that_nobody_has_looked_at_do_not_exist(machine: str, number: int) -> None:
    program = seccomp_program(process=None, machine=machine)
    assert decide(program, MACHINES[machine].architecture, number) == errno.ENOSYS


def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    if not HEADERS[machine].exists():
        pytest.skip("the kernel's headers are not installed")
    text = HEADERS[machine].read_text()
    real = {
        name: int(number)
        for name, number in re.findall(r"#define\s+__NR(?:3264)?_(\w+)\s+(\d+)", text)
    }
    column = MACHINES[machine].column
    tables = ALWAYS | WITHOUT_NAMESPACES | LATER | MISSING | seccomp._BY_ARGUMENTS
    assert {name: numbers[column] for name, numbers in tables.items()} == {
        name: real.get(name) for name in tables
    }
