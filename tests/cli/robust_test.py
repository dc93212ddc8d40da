"""Runs of the portfolio in which something goes wrong: workers are killed at random, memory is short, the user
interrupts, the parent is killed. The verdict is right or unknown; no process and no file is left.

RONDO_TEST_SCALE (percent, 100) scales the number of runs."""
import atexit, json, os, pathlib, random, signal, subprocess, tempfile, time

from harness import EXAMPLES, RONDO, ROOT, Skip, sanitized

BENCH = pathlib.Path(os.environ.get("RONDO_BENCH", ROOT.parent / "shared" / "bench"))
SCALE = int(os.environ.get("RONDO_TEST_SCALE", "100"))
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="rondo-robust-"))  # the working folder and TMPDIR of every run
atexit.register(FOLDER.rmdir)


def start(*arguments, **variables):
    environment = dict(os.environ, TMPDIR=str(FOLDER), **variables)
    return subprocess.Popen([RONDO, "check", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            cwd=FOLDER, env=environment, start_new_session=True)


def processes(session):
    """The processes of a session, with their parents and resident bytes; zombies left out."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            fields = open(f"/proc/{entry}/stat").read().rsplit(")", 1)[1].split()
            resident = int(open(f"/proc/{entry}/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE")
        except (OSError, IndexError):
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append((int(entry), int(fields[1]), resident))
    return found


def nothing_is_left(session):
    for _ in range(100):
        if not processes(session):
            break
        time.sleep(0.02)
    assert not processes(session), f"processes are left: {processes(session)}"
    assert not list(FOLDER.iterdir()), f"files are left: {list(FOLDER.iterdir())}"


def verdicts(output):
    return {x["index"]: x["verdict"] for x in map(json.loads, output.splitlines()) if "verdict" in x}


def finish(run, limit=120):
    out, err = run.communicate(timeout=limit)
    nothing_is_left(run.pid)
    return out, err


# ---- tasks with known verdicts ----

FILES = [EXAMPLES / name for name in ("counter.aag", "traffic-light.aag", "arbiter.smv", "cache.smv", "elevator.smv", "mutex.smv")]


def example_tasks():
    """(arguments, verdicts) of the examples, as one engine after the other finds them in one process."""
    tasks = []
    for file in FILES:
        out, _ = finish(start(file, "--json", "--jobs", "0", "-t", "20"))
        tasks.append(([file], verdicts(out)))
    return tasks


def bench_tasks():
    """The same of models with recorded answers that take a moment."""
    tasks, answers = [], {"unsat": "holds", "sat": "violated"}
    table = BENCH / "safety" / "abc-pdr.tsv"
    for line in table.read_text().splitlines() if table.exists() else []:
        name, answer, seconds = line.split("\t")[:3]
        if answer in answers and 0.05 < float(seconds) < 1 and (BENCH / "safety" / f"{name}.aig").exists():
            tasks.append(([BENCH / "safety" / f"{name}.aig", "-p", "0"], {0: answers[answer]}))
    return tasks


def test_killed_at_random_the_verdict_is_right_or_unknown():
    dice = random.Random(1)
    tasks = example_tasks() + bench_tasks()
    decided = killed = 0
    for i in range(max(1, 40 * SCALE // 100)):
        arguments, known = tasks[i % len(tasks)] if i < len(tasks) else dice.choice(tasks)
        extra = ["-m", "60M"] if dice.random() < 0.2 else []
        # The leak checker of a sanitized build has a process of its own at the end, which is no worker to be killed.
        run = start(*arguments, "--json", "-t", "1", "--jobs", dice.choice([1, 2, 2, 4]), *extra, ASAN_OPTIONS="detect_leaks=0")
        deadline = time.time() + dice.choice([0, 0.05, 0.1, 0.5])
        while run.poll() is None and time.time() < deadline:
            time.sleep(dice.random() * 0.05)
            workers = [pid for pid, parent, _ in processes(run.pid) if parent == run.pid]
            if workers:
                try:
                    os.kill(dice.choice(workers), dice.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM, signal.SIGABRT]))
                    killed += 1
                except ProcessLookupError:
                    pass
        out, err = finish(run)
        assert run.returncode in (0, 1, 2), (arguments, run.returncode, out, err)
        for index, verdict in verdicts(out).items():
            assert verdict in (known.get(index, verdict), "unknown"), (arguments, index, verdict, known)
            decided += verdict != "unknown"
    print(f"    {decided} verdicts, {killed} workers killed")
    assert decided


def test_every_number_of_jobs_gives_the_same_verdicts():
    for file in FILES:
        seen = []
        for jobs in 0, 1, 2, 4:
            out, _ = finish(start(file, "--json", "-t", "60", "--jobs", jobs))
            seen.append(verdicts(out))
        assert all(x == seen[0] for x in seen), (file, seen)
        assert "unknown" not in seen[0].values(), (file, seen)


# ---- a run that does not end by itself ----

def undecided():
    """Arguments of a run that takes long; a model of the benchmarks if there are any."""
    for name in "iimc-blocks6", "6s4", "bob12m17m":
        if (BENCH / "safety" / f"{name}.aig").exists():
            return [BENCH / "safety" / f"{name}.aig", "-p", "0"]
    raise Skip("needs a hard model of the benchmarks")


def wait_for_workers(run, count=1):
    """Several properties have their first looks one after the other, which takes its time on a busy machine."""
    deadline, most = time.time() + 90, 0
    while time.time() < deadline and run.poll() is None:
        found = [pid for pid, parent, _ in processes(run.pid) if parent == run.pid]
        if len(found) >= count:
            return found
        most = max(most, len(found))
        time.sleep(0.01)
    raise AssertionError(f"{most} workers were seen, not {count}; exit code {run.poll()}")


def test_an_interrupt_prints_what_is_known_and_leaves_nothing():
    for number in signal.SIGINT, signal.SIGTERM:
        run = start(*undecided(), "--jobs", "2")
        wait_for_workers(run, 2)
        time.sleep(0.5)
        os.killpg(run.pid, number) if number == signal.SIGINT else os.kill(run.pid, number)
        out, err = finish(run, 20)
        assert run.returncode == 2 and "unknown" in out and "cancelled" in out, (run.returncode, out, err)
        assert "no violation within" in out, out


def test_workers_die_with_their_parent():
    run = start(*undecided(), "--jobs", "2")
    wait_for_workers(run, 2)
    run.kill()
    finish(run)


# ---- several properties at once ----

def counter_model(bits=48):
    """A counter: that it is even, or odd, is easy to refute or show; that it reaches large numbers nobody finds out in time."""
    inputs, latch, largest, gates, following, carry = 0, lambda i: 2 * (1 + i), 2 * bits, [], [], 1

    def conjunction(a, b):
        nonlocal largest
        if 1 in (a, b):
            return a if b == 1 else b
        largest += 2
        gates.append((largest, max(a, b), min(a, b)))
        return largest

    for i in range(bits):
        both, neither = conjunction(latch(i), carry), conjunction(latch(i) ^ 1, carry ^ 1) if carry != 1 else 0
        following.append(latch(i) ^ 1 if carry == 1 else conjunction(both ^ 1, neither ^ 1))
        carry = both
    bad = []
    for k in range(4):  # all are set but one of the lower ones
        last = latch(bits - 1)
        for i in range(bits - 1):
            last = conjunction(last, latch(i) ^ (i == k + 3))
        bad.append(last)
    bad += [latch(1), 0]
    lines = [f"aag {largest // 2} {inputs} {bits} 0 {len(gates)} {len(bad)}"]
    lines += [f"{latch(i)} {x}" for i, x in enumerate(following)] + [str(x) for x in bad]
    return "\n".join(lines + [f"{x} {a} {b}" for x, a, b in gates]) + "\n"


KNOWN = {0: "unknown", 1: "unknown", 2: "unknown", 3: "unknown", 4: "violated", 5: "holds"}


def hard_properties(*arguments):
    with tempfile.NamedTemporaryFile("w", suffix=".aag", delete=False) as file:
        file.write(counter_model())
    atexit.register(os.unlink, file.name)
    return start(file.name, "--json", "--jobs", "8", *arguments, ASAN_OPTIONS="detect_leaks=0")


def test_properties_have_places_of_their_own_and_each_has_its_line():
    run = hard_properties("-t", "4")
    wait_for_workers(run, 4)
    out, err = finish(run)
    assert run.returncode == 1 and verdicts(out) == KNOWN, (run.returncode, out, err)
    reasons = [x.get("reason") or "" for x in map(json.loads, out.splitlines()) if x.get("verdict") == "unknown"]
    assert all("time limit" in x for x in reasons), reasons


def test_an_interrupt_ends_all_properties_that_have_their_turn():
    run = hard_properties()
    wait_for_workers(run, 4)
    time.sleep(0.3)
    os.killpg(run.pid, signal.SIGINT)
    out, err = finish(run, 30)
    found = verdicts(out)
    assert found and all(found[i] in (KNOWN[i], "unknown") for i in found), (out, err)
    assert "cancelled" in out, out
    run = hard_properties()
    wait_for_workers(run, 4)
    run.kill()  # and none outlives the run
    finish(run)


def test_properties_survive_the_death_of_their_processes():
    dice, killed = random.Random(2), 0
    for _ in range(max(1, 3 * SCALE // 100)):
        run = hard_properties("-t", "4")
        wait_for_workers(run, 4)
        while run.poll() is None:
            time.sleep(0.1 + 0.4 * dice.random())
            below = [pid for pid, _, _ in processes(run.pid) if pid != run.pid]
            try:
                os.kill(dice.choice(below), signal.SIGKILL) if below else None
                killed += 1
            except ProcessLookupError:
                pass
        out, err = finish(run)
        found = verdicts(out)
        assert run.returncode in (0, 1, 2) and set(found) == set(KNOWN), (run.returncode, out, err)
        assert all(found[i] in (KNOWN[i], "unknown") for i in KNOWN), (out, err)
    assert killed


# ---- memory ----

def wide_model(width=7000):
    """Cells, each the exclusive or of two others, one of them masked by an input; bad: all are set. Every step of an
    unrolling takes some megabytes."""
    inputs, latches, dice = 1, width, random.Random(1)
    latch = lambda i: 2 * (1 + inputs + i % width)
    gates, largest = [], 2 * (inputs + latches)

    def conjunction(a, b):
        nonlocal largest
        largest += 2
        gates.append((largest, max(a, b), min(a, b)))
        return largest

    following = []
    for i in range(width):
        a, b = latch(i + 1), conjunction(latch(dice.randrange(width)), 2)
        following.append(conjunction(conjunction(a, b) ^ 1, conjunction(a ^ 1, b ^ 1) ^ 1))
    bad = latch(0)
    for i in range(1, width):
        bad = conjunction(bad, latch(i))
    lines = [f"aag {largest // 2} {inputs} {latches} 0 {len(gates)} 1", "2"]
    lines += [f"{latch(i)} {following[i]} {dice.randrange(2)}" for i in range(width)] + [str(bad)]
    return "\n".join(lines + [f"{x} {a} {b}" for x, a, b in gates]) + "\n"


def test_memory_is_limited_for_the_whole_run_and_a_run_that_hits_it_says_so():
    if sanitized():
        raise Skip("the sanitizers have memory of their own")
    model, limit, peak, most = FOLDER / "wide.aag", 120 << 20, 0, 0
    model.write_text(wide_model())
    run = start(model, "--jobs", "2", "-m", "120M", "-t", "60", "-e", "bmc,bmc", "--no-bmc-prove", "--no-reduce", "--json")
    while run.poll() is None:
        found = processes(run.pid)
        peak, most = max(peak, sum(resident for _, _, resident in found)), max(most, len(found))
        time.sleep(0.01)
    model.unlink()
    out, err = finish(run)
    print(f"    at most {peak >> 20} MB of {limit >> 20}, {most} processes")
    assert most == 3 and peak <= limit * 1.1, f"{peak >> 20} MB"
    (only,) = map(json.loads, out.splitlines())
    assert only["verdict"] == "unknown" and "memory limit reached" in only["reason"], only
