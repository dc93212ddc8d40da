"""Runs of engines and peers on the items of suites: each in a process of its own, each finished one kept in a file, so that an interrupted
bench goes on where it stopped.

`o`, the options, has: rondo, hash (of that binary), limit, clock, jobs, minutes (None: all items), peers."""
import concurrent.futures, hashlib, json, os, re, signal, sys, tempfile, threading, time

from support import bmc, tables
from support.process import end_all, run


KEPT = "fair_skeletons", "latches_after", "images", "preimages", "peak_nodes", "ended", "bdd_steps", "care_steps", "m", "n", "termination_length"  # of the statistics


NOT_TAKEN, NOT_SAID = " this kind of property", "not said"  # a CTL formula that is none of LTL


def json_lines(output):
    """The objects in an output; a line that was cut short, because the process was ended, is none."""
    found = []
    for line in output.splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            pass
    return [line for line in found if isinstance(line, dict)]


class Engine:
    """A column: rondo with one choice of engines and options."""

    def __init__(self, name, rondo, kinds):
        words = name.split()
        self.name, self.rondo = name, rondo
        self.options = ([] if words[0] == "default" else ["--engine", words[0].replace("+", ",")]) + words[1:]
        unknown = [e for e in words[0].split("+") if e != "default" and e not in kinds]
        if unknown:
            sys.exit(f"bench/run: there is no engine '{unknown[0]}'; see 'rondo help engines'")
        self.kinds = None if words[0] == "default" else set.union(*(kinds[e] for e in words[0].split("+")))

    def takes(self, item):
        if item.suite == "bmc" and not bmc.wanted(self.name, item.paper["file"]):
            return False
        if item.suite == "ctl" and "progress" in (self.kinds or ()):
            return True  # what LTL can say of CTL; NOT_SAID is the answer to the rest
        return self.kinds is None or item.kind == "any" or item.kind in self.kinds

    def answer(self, item, limit, clock):
        wall = limit if clock == "wall" else 3 * limit + 10  # a loaded machine may be slow in giving CPU time
        done = run([self.rondo, "check", item.model, *item.arguments, *self.options, "--json", "--no-trace", "--timeout", wall], limit,
                   4 * limit + 20)
        found = [line for line in json_lines(done.output) if "verdict" in line]
        verdict = " ".join(sorted(line["verdict"] for line in found)) or "unknown"
        checked = all(line["evidence"]["checked"] for line in found if line["verdict"] != "unknown")
        if done.code == 70:
            checked = False  # evidence that did not check: never a mere unknown
        if not found and NOT_TAKEN in done.errors:
            return {"verdict": NOT_SAID, "checked": True, "by": "", "stats": {}}, done
        stats = {k: v for line in found[:1] for k, v in line["stats"].items() if k in KEPT}
        return {"verdict": verdict, "checked": checked, "by": " ".join(sorted({line["engine"] for line in found})), "stats": stats}, done


class Abc:
    """A peer: ABC's pdr on the first property."""
    name = "abc-pdr"

    def __init__(self, program, fold):
        self.program, self.fold = program, fold

    def takes(self, item):
        return item.suite == "safety"

    def answer(self, item, limit, clock):
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "model.aig")
            folded = run(["sh", "-c", 'exec "$1" "$2" >"$3"', "sh", self.fold, item.model, model])
            if folded.code:
                return {"verdict": "unknown", "checked": True, "by": f"bench-fold failed: {folded.errors.strip()}", "stats": {}}, folded
            done = run([self.program, "-q", f"read_aiger {model}; pdr -T {int(3 * limit + 10)}"], limit, 4 * limit + 20)
        verdict = "holds" if "Property proved" in done.output else "violated" if "was asserted in frame" in done.output else "unknown"
        return {"verdict": verdict, "checked": True, "by": "pdr", "stats": {}}, done


def kinds_of_engines(rondo):
    """{engine: kinds of properties it takes}, as the program tells."""
    out = run([rondo, "help", "engines"]).output
    return {name: set(takes.split(", ")) for name, takes in re.findall(r"^  (\w+) .*\n +takes ([^;]*);", out, re.M)}


class Results:
    """Finished runs, one line of JSON each; a line that an interruption cut short does not count."""

    def __init__(self, path):
        self.path, self.known, self.lock = path, {}, threading.Lock()
        if path.exists():
            content = path.read_text()
            self.known = {tuple(record["key"]): record for record in json_lines(content) if "key" in record}
            if content and not content.endswith("\n"):
                path.write_text(content + "\n")

    def add(self, record):
        with self.lock, open(self.path, "a") as f:
            f.write(json.dumps(record) + "\n")
            self.known[tuple(record["key"])] = record


def key(column, item, o):
    binary = o.hash if isinstance(column, Engine) else ""
    return (binary, column.name, o.clock, f"{o.limit:g}", item.suite, item.label)


def measure(column, item, o):
    """One run: its record."""
    answer, done = column.answer(item, o.limit, o.clock)
    seconds = done.cpu if o.clock == "cpu" else done.wall
    if seconds > o.limit + 1 or done.code is None:  # a limit may be enforced late
        answer["verdict"] = "unknown"
    return {"key": key(column, item, o), **answer, "seconds": round(seconds, 3), "cpu": round(done.cpu, 3), "wall": round(done.wall, 3),
            "megabytes": round(done.megabytes, 1), "code": done.code}


def spread(items):
    """The items in an order in which any beginning is a sample of all models: the first item of each model, then the second of each, and
    so on, where those of a model are in the order of a hash of their names. No result has a part in it."""
    scramble = lambda label: hashlib.sha256(label.encode()).hexdigest()
    turns, order = {}, []
    for item in sorted(items, key=lambda i: scramble(i.label)):
        turn = turns[item.model] = turns.get(item.model, -1) + 1
        order.append((turn, scramble(item.label), item))
    return [item for _, _, item in sorted(order, key=lambda entry: entry[:2])]


def is_complete(columns, item, results, o):
    return all(key(c, item, o) in results.known for c in columns if c.takes(item))


def run_all(columns, items, results, o):
    """Every column that takes it on every item. With o.minutes no item is begun after that time; one that is begun is finished."""
    groups = [[(c, i) for c in columns if c.takes(i) and key(c, i, o) not in results.known] for i in items]
    todo, number = sum(map(len, groups)), 0
    print(f"{len(items)} items, {todo} runs to do, up to {o.limit:g} {o.clock} seconds each; results in {results.path}", flush=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    end = time.monotonic() + 60 * o.minutes if o.minutes is not None else None
    pool, waiting = concurrent.futures.ThreadPoolExecutor(o.jobs), set()

    def finish(enough):
        """Notes finished runs until at most `enough` are left."""
        nonlocal waiting, number
        while len(waiting) > enough:
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for record in (future.result() for future in done):
                number += 1
                results.add(record)
                _, column, _, _, suite, label = record["key"]
                print(f"[{number}/{todo}] {suite} {label}: {column} {record['verdict']} {record['seconds']:.2f} s", flush=True)
    try:
        for group in groups:
            if end and time.monotonic() > end:
                print(f"the time is over; {todo - number - len(waiting)} runs are left", flush=True)
                break
            for column, item in group:
                waiting.add(pool.submit(measure, column, item, o))
                finish(o.jobs)
        finish(0)
        pool.shutdown()
    except BaseException as why:
        pool.shutdown(wait=False, cancel_futures=True)
        end_all()
        if not isinstance(why, KeyboardInterrupt):
            raise
        print("\ninterrupted; the same command goes on from here", file=sys.stderr)
        sys.exit(130)


def gather(columns, items, results, o):
    """{(suite, label): {column: Answer}}, recorded peers included, and the items on which answers contradict each other."""
    answers, differ, run_here = {}, [], {column.name for column in columns}
    for item in items:
        mine = answers[item.suite, item.label] = {}
        for column in columns:
            record = results.known.get(key(column, item, o))
            if record and column.takes(item) and record["verdict"] != NOT_SAID:
                known = item.expected and "unknown" not in record["verdict"]
                wrong = not record["checked"] or bool(known and record["verdict"] != item.expected)
                mine[column.name] = tables.Answer(record["verdict"], record["seconds"], wrong, record["stats"])
        if "recorded" in o.peers:
            for peer, (verdict, seconds) in item.recorded.items():
                if peer not in run_here:
                    late = verdict != "unknown" and seconds > o.limit
                    mine[f"{peer} (recorded)"] = tables.Answer("unknown" if late else verdict, seconds, False, {})
        if len({a.verdict for a in mine.values() if tables.decided(a)}) > 1:
            differ.append(item)
    return answers, differ
