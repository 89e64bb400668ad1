"""Takes memory that no process is seen to use: python hide_memory.py HOW PROCESSES MEGABYTES-EACH"""

import ctypes
import mmap
import os
import sys
import time

how, processes, each = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) << 20
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, *[ctypes.c_long] * 5]
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_int]
DROPPED = 4


def in_shared_pages():
    """Written, and let go of: it is in use, but no process has it."""
    where = libc.mmap(None, each, 3, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS, -1, 0)
    keep(where)


def in_a_device():
    zero = os.open("/dev/zero", os.O_RDWR)
    keep(libc.mmap(None, each, 3, mmap.MAP_SHARED, zero, 0))


def keep(where):
    if where in (None, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), "refused")
    for at in range(0, each, 4096):
        ctypes.memset(where + at, 1, 1)
        if at % (1 << 20) == 0:
            libc.madvise(where, at, DROPPED)
    libc.madvise(where, each, DROPPED)


def in_mappings():
    """Of 200 bytes of the kernel's for each, without a page of memory."""
    for number in range(each // 200):
        if libc.mmap(None, 4096, 1 + 2 * (number % 2), 0x22, -1, 0) == ctypes.c_void_p(-1).value:
            return


def in_pipes():
    written = 0
    while written < each:
        _, writing = os.pipe()
        os.set_blocking(writing, False)
        written += os.write(writing, bytes(1 << 16))


hide = {f.__name__: f for f in (in_shared_pages, in_a_device, in_mappings, in_pipes)}[how]
reading, writing = os.pipe()
for _ in range(processes):
    if os.fork() == 0:
        try:
            hide()
            print("hidden", flush=True)
        except OSError as error:
            print(error, flush=True)
        os.write(writing, b".")
        time.sleep(600)
for _ in range(processes):
    os.read(reading, 1)
time.sleep(0.2)
print("still there", flush=True)
