"""SPIN itself, where it is installed with a C compiler: random programs have the same number of states, and the same verdict about
assertions and end states, with and without partial order.

  RONDO_TEST_SCALE=1000 tests/cli/run build/rondo spin_

Each program costs a C compilation, so there are few of them; seeds go on where the scale is larger, RONDO_TEST_SEED=N takes one."""
import os, random, re, shutil, subprocess

from harness import WORK, Skip, objects, rondo, write

SCALE = int(os.environ.get("RONDO_TEST_SCALE", "100"))
PROGRAMS = 3 * SCALE // 100


class Program:
    """Two to four processes over three globals, an array, a channel with a buffer and two without; `traced`: with a trace or notrace."""

    def __init__(self, seed, traced=False):
        self.random = random.Random(seed)
        pick = self.random.choice
        body = "\n".join(f"active {pick(['', '', '[2] '])}proctype P{i}() {{ byte u, v; {self.block(2)} }}" for i in range(pick([2, 2, 3])))
        self.text = ("byte x, y; short z; byte a[2];\nchan c = [2] of { byte, byte };\nchan d = [0] of { byte };\nchan e = [0] of { byte };\n" + body + "\nltl whole { [] (x < 1000) }\n")
        if traced:  # of sorted sends and random receives SPIN looks at another message of the channel than the one that is meant
            self.text = self.text.replace("!!", "!").replace("??", "?") + self.events()

    def events(self):
        pick, event = self.random.choice, lambda: "c" + self.random.choice("!?") + self.random.choice(["0", "1", "_"]) + "," + self.random.choice(["0", "1", "_", "_"])
        lines = [f"do :: {event()}; {event()} :: {event()} od", f"end: do :: {event()} :: {event()} :: {event()} od", f"{event()}; {event()}", f"if :: {event()} :: {event()}; {event()} fi; {event()}"]
        return f"{pick(['trace', 'notrace'])} {{ {pick(lines)} }}\n"

    def value(self, deep=2):
        pick = self.random.choice
        if not deep or self.random.random() < 0.4:
            return pick(["x", "y", "z", "u", "v", "a[x & 1]", "a[1]", "_pid", "0", "1", "2"])
        return f"({self.value(deep - 1)} {pick(['+', '-', '==', '!=', '<', '&&', '||', '&', '^'])} {self.value(deep - 1)})"

    def place(self):
        return self.random.choice(["x", "y", "z", "u", "v", "a[0]", "a[u & 1]"])

    def assign(self):
        return f"{self.place()} = {self.value()} & 3"

    def statement(self, deep):
        kinds = ["assign"] * 4 + ["guard", "assert", "put", "get", "offer", "take", "skip"] + ["if", "do", "atomic", "d_step", "unless", "atomic"] * (deep > 0)
        kind, pick = self.random.choice(kinds), self.random.choice
        simple = {"assign": self.assign, "guard": lambda: f"({self.value()})", "assert": lambda: f"assert({self.value()} || x < 3)",
                  "put": lambda: f"c{pick(['!', '!!'])}{self.value(1)},{self.value(1)}", "offer": lambda: f"{pick('de')}!{self.value(1)}",
                  "get": lambda: pick(["c?u,v", "c?1,x", "c??2,v", "c?<u,_>", "c?[1,1]", f"c?eval({self.value(1)}),y", "nempty(c)", "full(c)"]),
                  "take": lambda: f"{pick('de')}?{pick(['u', '1', 'x'])}", "skip": lambda: pick(["skip", "timeout", "printf(\"x\")"])}
        if kind in simple:
            return simple[kind]()
        if kind == "d_step":
            return f"d_step {{ {self.assign()}; {self.assign()} }}"
        if kind == "unless":
            return f"{{ {self.block(0)} }} unless {{ ({self.value(1)}); {self.assign()} }}"
        if kind == "atomic":
            return f"atomic {{ {self.block(deep - 1)} }}"
        options = [f":: {self.statement(0)} -> {self.block(deep - 1)}" for _ in range(pick([1, 2]))] + pick([[], [f":: else -> {self.assign()}"]])
        return f"if {' '.join(options)} fi" if kind == "if" else f"do {' '.join(options)} :: x > 1 -> break od"

    def block(self, deep):
        return "; ".join(self.statement(deep) for _ in range(self.random.choice([1, 2, 3])))


def spin_says(path):
    """SPIN's number of states and whether it finds no error; None if the program is not for it, or has too many states."""
    folder = WORK / "spin"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for command in (["spin", "-a", "-o1", "-o2", "-o3", path], ["cc", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-o", "pan", "pan.c"]):
        if subprocess.run(command, cwd=folder, capture_output=True).returncode:
            return None
    out = subprocess.run(["timeout", "20", "./pan", "-c0", "-m100000", "-w20"], cwd=folder, capture_output=True, text=True).stdout
    states, errors = re.search(r"(\d+) states, stored", out), re.search(r"errors: (\d+)", out)
    if not states or "max search depth too small" in out or "non-determinism in event-trace" in out:  # which ends its search
        return None
    return int(states[1]), errors[1] == "0"


def rondo_says(path, *options):
    """The same; the formula keeps the search going when both others are violated."""
    out, _ = rondo("check", path, "-e", "explicit", "--json", *options)
    found = {line["property"]: line for line in objects(out)}
    whole = found["whole"]
    safe = all(found[name]["verdict"] == "holds" for name in ("assertions", "end_states"))
    return whole["stats"]["states"], safe, whole["verdict"]


def test_spin_random_programs_with_traces_have_its_states_and_verdicts():
    compare_random(traced=True)


def test_spin_random_programs_have_its_states_and_verdicts():
    compare_random(traced=False)


def compare_random(traced):
    if not shutil.which("spin") or not shutil.which("cc"):
        raise Skip("no spin here")
    only = os.environ.get("RONDO_TEST_SEED")
    compared = 0
    for seed in [int(only)] if only else range(1, PROGRAMS + 1):
        text = Program(seed, traced).text
        path = write("random.pml", text)
        peer = spin_says(path)
        if not peer:
            continue
        compared += 1
        assert rondo_says(path, "--exact-states") == (*peer, "holds"), (seed, peer, rondo_says(path, "--exact-states"), text)
        assert rondo_says(path)[1:] == (peer[1], "holds"), (seed, peer, text)
    assert only or compared * 2 >= PROGRAMS, compared
