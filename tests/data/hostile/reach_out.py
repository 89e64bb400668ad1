"""Tries to reach whatever is outside of its sandbox, and says what it got."""

import ctypes
import fcntl
import json
import mmap
import os
import resource
import signal
import socket
import struct
import sys

found = json.loads(sys.argv[1])
"""What is outside, and what to try: without names, everything."""

libc = ctypes.CDLL(None, use_errno=True)
x86 = os.uname().machine == "x86_64"


def system_call(on_x86, on_arm, *arguments):
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = libc.syscall(ctypes.c_long(on_x86 if x86 else on_arm), *wide)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


# reading


def read_a_private_file():
    return open(found["secret"]).read()


def read_another_submission():
    return open(found["neighbour"]).read()


def read_passwords():
    return open("/etc/shadow").read()


def list_home():
    return os.listdir(found["home"])


def read_by_a_link():
    link = os.path.join(os.environ["TMPDIR"], "link")
    os.symlink(found["secret"], link)
    return open(link).read()


def read_by_a_hard_link():
    link = os.path.join(os.environ["TMPDIR"], "hard")
    os.link(found["secret"], link)
    return open(link).read()


def read_through_the_first_process():
    return open(f"/proc/1/root{found['secret']}").read()


def read_environment_of_parent():
    return (
        "".join(
            name
            for name in os.environ
            if name not in {"GIVEN", "HOME", "TMPDIR", "LC_CTYPE", "PWD"}
        )
        or open(f"/proc/{found['victim']}/environ").read()
    )


def read_environment_of_first_process():
    if b"CALLERS_TOKEN" in open("/proc/1/environ", "rb").read():
        return "CALLERS_TOKEN"
    raise OSError("not there")


def read_memory_of_first_process():
    wanted = b"CALLERS_" + b"TOKEN"
    with open("/proc/1/maps") as maps, open("/proc/1/mem", "rb", 0) as memory:
        for line in maps:
            begin, end = (int(number, 16) for number in line.split()[0].split("-"))
            try:
                memory.seek(begin)
                if wanted in memory.read(end - begin):
                    return "CALLERS_TOKEN"
            except (OSError, OverflowError):
                continue
    raise OSError("not there")


def use_open_descriptors():
    is_open = []
    for descriptor in range(3, 256):
        try:
            os.fstat(descriptor)
            is_open.append(descriptor)
        except OSError:
            pass
    if is_open:
        return is_open
    raise OSError("none is open")


# writing


def write_outside():
    return open(os.path.join(found["open_folder"], "written"), "w").write("x")


def write_into_its_own_folder():
    return open(os.path.join(os.path.dirname(__file__), "written"), "w").write("x")


def empty_a_file_by_reading():
    return os.open(found["neighbour"], os.O_RDONLY | os.O_TRUNC)


def empty_a_file_without_reading():
    return os.open(found["secret"], 3 | os.O_TRUNC)


def write_into_kernel_cache():
    return open(os.path.join(found["cache"], "kernel.nbi"), "wb").write(b"x")


def write_into_python():
    return open(os.__file__, "a").write("\n")


def write_beside_everything():
    return open("/written", "w").write("x")


def remove_a_private_file():
    os.unlink(found["secret"])
    os.stat(found["secret"])  # what was said to be removed may still be there
    raise OSError("it is still there")


def open_up_a_private_file():
    os.chmod(found["secret"], 0o777)


def age_a_private_file():
    os.utime(found["secret"], (0, 0))


# the network


def connect_tcp():
    return socket.create_connection(("127.0.0.1", found["tcp"]), 2).sendall(b"x")


def send_udp():
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    return sender.sendto(b"x", ("127.0.0.1", found["udp"]))


def connect_unix():
    return socket.socket(socket.AF_UNIX).connect(found["unix"])


def connect_without_a_file():
    return socket.socket(socket.AF_UNIX).connect("\0" + found["abstract"])


def call_socket():
    return system_call(41, 198, 2, 1, 0)


# other processes


def see_processes():
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            line = open(f"/proc/{name}/cmdline", "rb").read()
            if found["marker"].encode() in line and b"reach_out" not in line:  # not in its own
                return name
        except OSError:
            continue
    raise OSError("not seen")


def signal_a_process():
    os.kill(found["victim"], signal.SIGKILL)


def signal_a_thread():
    system_call(234, 131, found["victim"], found["victim"], signal.SIGKILL)


def signal_by_descriptor():
    signal.pidfd_send_signal(os.pidfd_open(found["victim"]), signal.SIGKILL)


def signal_by_file():
    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, found["victim"])
    fcntl.fcntl(reading, 10, signal.SIGKILL)  # F_SETSIG
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writing, b"x")


def parent_outside():
    if os.getppid() in (0, 1):  # the first process of its own namespace
        raise OSError("not seen")
    return os.getppid()


def signal_parent():
    os.kill(parent_outside(), signal.SIGKILL)


def write_memory_of_parent():
    open(f"/proc/{parent_outside()}/mem", "r+b").close()


def outlive_parent():
    if libc.prctl(1, 0) != 0:  # PR_SET_PDEATHSIG
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def write_memory_of_a_process():
    open(f"/proc/{found['victim']}/mem", "r+b").close()


def trace_a_process():
    system_call(101, 117, 0x4206, found["victim"], 0, 0)  # PTRACE_SEIZE


def write_memory_by_call():
    system_call(311, 271, found["victim"], None, 0, None, 0, 0)


def shorten_life_of_a_process():
    resource.prlimit(found["victim"], resource.RLIMIT_CPU, (1, 1))


def slow_down_a_process():
    os.setpriority(os.PRIO_PROCESS, found["victim"], 19)


# another view of the machine


def become_root():
    os.setuid(0)


def mount():
    system_call(165, 40, b"tmpfs", b"/tmp", b"tmpfs", 0, None)


def unshare():
    system_call(272, 97, 0x10000000)


def clone_into_namespaces():
    result = system_call(56, 220, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
    if result == 0:
        os._exit(0)


def clone3_into_namespaces():
    arguments = struct.pack("=11Q", 0x10020000, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0)
    result = system_call(435, 435, arguments, len(arguments))
    if result == 0:
        os._exit(0)


def enter_namespaces():
    system_call(308, 268, os.open(f"/proc/{found['victim']}/ns/net", os.O_RDONLY), 0)


def change_root():
    os.chroot("/usr")


def keep_keys():
    system_call(250, 219, 0, -3, 1)


def load_bpf():
    system_call(321, 280, 0, struct.pack("=IIIIII", 1, 4, 4, 1, 0, 0) + bytes(96), 120)


def handle_page_faults():
    system_call(323, 282, 1)


def set_up_io_uring():
    system_call(425, 425, 1, ctypes.create_string_buffer(256))


def hide_memory():
    system_call(319, 279, b"hidden", 0)


def hide_memory_in_segments():
    system_call(29, 194, 0, 1 << 20, 0o1600)


def hide_memory_in_shared_pages():
    mmap.mmap(-1, 1 << 16).close()


def hide_memory_in_a_device():
    with open("/dev/zero", "r+b", 0) as zero:
        mmap.mmap(zero.fileno(), 1 << 16, mmap.MAP_SHARED).close()


def hide_memory_in_a_pipe():
    reading, writing = os.pipe()
    pages = ctypes.create_string_buffer(8192)
    where = struct.pack("=QQ", ctypes.addressof(pages), 4096)
    return system_call(278, 75, writing, where, 1, 8)


# more of the processor than its share


def begin_a_session():
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            os._exit(0)
        finally:
            os._exit(1)
    if os.waitpid(child, 0)[1]:
        raise OSError("not begun")


def begin_a_group():
    child = os.fork()
    if child == 0:
        try:
            os.setpgid(0, 0)
            os._exit(0)
        finally:
            os._exit(1)
    if os.waitpid(child, 0)[1]:
        raise OSError("not begun")


def run_on_every_core():
    os.sched_setaffinity(0, range(os.cpu_count()))


def wait_behind_everyone():
    child = os.fork()
    if child == 0:
        try:
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            os._exit(0)
        finally:
            os._exit(1)
    if os.waitpid(child, 0)[1]:
        raise OSError("not let")


def have_others_ended_first():
    os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY), b"999")


# signs to those who read the same files


def lock_a_file_that_all_read():
    with open(os.__file__) as shared:
        fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_a_part_of_a_file_that_all_read():
    with open(os.__file__) as shared:
        fcntl.lockf(shared, fcntl.LOCK_SH | fcntl.LOCK_NB, 1)
        child = os.fork()
        if child == 0:
            try:  # is it really locked?
                kind = struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, 1, 0)
                kind = struct.unpack("hhqqi", fcntl.fcntl(shared, fcntl.F_GETLK, kind))[0]
                os._exit(0 if kind == fcntl.F_RDLCK else 1)
            finally:
                os._exit(1)
        if os.waitpid(child, 0)[1]:
            raise OSError("it is not locked")


def watch_a_file_that_all_read():
    if libc.inotify_init1(0) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def have_a_file_that_all_read_forgotten():
    with open(os.__file__) as shared:
        os.posix_fadvise(shared.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def have_everything_written():
    with open(os.__file__) as shared:
        system_call(
            306, 267, shared.fileno()
        )  # syncfs; the older call tells nobody what came of it


def type_for_the_user():
    fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), 0x5412, b"x")


attempts = {
    name: attempt
    for name, attempt in globals().items()
    if callable(attempt)
    and getattr(attempt, "__module__", "") == "__main__"
    and name not in ("system_call", "parent_outside")
}
outcomes = {}
for name in found.get("names", attempts):
    try:
        outcomes[name] = ["got", repr(attempts[name]())]
    except Exception as error:
        outcomes[name] = ["refused", str(error)]
print(json.dumps(outcomes))
