"""One process, measured: CPU seconds of it and of all its children, wall seconds, memory, output.

A process runs in a session of its own, so that whatever it started can be ended with it; several may run at the same
time, in threads."""
import collections, os, signal, subprocess, tempfile, threading, time

Run = collections.namedtuple("Run", "code output errors cpu wall megabytes")  # code None: ended for lack of time

_alive, _lock, _ended = set(), threading.Lock(), threading.Event()


def _end(number):
    try:
        os.killpg(number, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_all():
    """Ends what is running, with all its children, and lets nothing start any more; for an interruption."""
    with _lock:
        _ended.set()
        for number in _alive:
            _end(number)


def run(command, cpu_limit=None, patience=None):
    """Runs the command; no process of it gets more than cpu_limit CPU seconds, and all end after `patience` wall seconds."""
    command = [str(word) for word in command]
    if cpu_limit:
        command = ["sh", "-c", 'ulimit -t "$1"; shift; exec "$@"', "sh", str(int(cpu_limit + 0.999)), *command]
    expired = threading.Event()
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        with _lock:
            if _ended.is_set():
                raise RuntimeError("interrupted")
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, start_new_session=True)
            _alive.add(process.pid)
        timer = threading.Timer(patience, lambda: (expired.set(), _end(process.pid))) if patience else None
        if timer:
            timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:  # an interruption, where there are no threads
            _end(process.pid)
            raise
        wall = time.monotonic() - start
        if timer:
            timer.cancel()
        with _lock:
            _alive.discard(process.pid)
        _end(process.pid)  # what it left behind
        process.returncode = os.waitstatus_to_exitcode(status)
        read = lambda file: (file.seek(0), file.read().decode(errors="replace"))[1]
        return Run(None if expired.is_set() else process.returncode, read(output), read(errors), usage.ru_utime + usage.ru_stime, wall,
                   usage.ru_maxrss / 1024)
