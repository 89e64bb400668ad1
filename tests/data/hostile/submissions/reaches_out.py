"""Tries what is not its business, and says what succeeded."""

import ctypes
import os
import socket
import subprocess
import sys

import kinarow


def read_a_private_file():
    open("OUTSIDE/id_rsa").read()


def read_another_submission():
    open("OUTSIDE/class/honest.py").read()


def write_beside_it():
    open("OUTSIDE/written", "w").write("x")


def write_by_descriptor():
    os.open("written", os.O_WRONLY | os.O_CREAT, dir_fd=os.open("OUTSIDE", os.O_RDONLY))


def edit_kinarow():
    open(kinarow.__file__, "a").write("# edited\n")


def write_into_kernels():
    open(os.path.join(os.environ["KINAROW_KERNELS"], "planted.nbi"), "wb").write(b"x")


def change_own_files():
    open(__file__, "a").write("# edited\n")


def send_udp():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))


def call_socket():
    if ctypes.CDLL(None, use_errno=True).socket(2, 2, 0) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def see_the_caller():
    if b"TOKEN-OF-CALLER" not in open("/proc/1/environ", "rb").read():
        raise OSError("not there")


def signal_the_referee():
    os.kill(REFEREE, 0)


REFEREE = int("REFEREE-PID")
ATTEMPTS = (
    read_a_private_file,
    read_another_submission,
    write_beside_it,
    write_by_descriptor,
    edit_kinarow,
    write_into_kernels,
    change_own_files,
    send_udp,
    call_socket,
    see_the_caller,
    signal_the_referee,
)


def choose(board, me, opponent):
    got = []
    for attempt in ATTEMPTS:
        try:
            attempt()
            got.append(attempt.__name__)
        except (OSError, ValueError, KeyError):
            pass
    subprocess.Popen([sys.executable, "-c", "pass"], executable=sys.executable).wait()
    if got:
        raise RuntimeError(f"reached: {got}")
    return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)
