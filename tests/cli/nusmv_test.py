"""NuSMV itself, where NUSMV names it or it is on the PATH: the same verdict about every specification of the SMV files of
tests/models and examples, and of random small models with every kind of specification and of fairness.

  NUSMV=/path/to/NuSMV RONDO_TEST_SCALE=1000 tests/cli/run build/rondo nusmv_

Seeds go on where the scale is larger, RONDO_TEST_SEED=N takes one. NuSMV is asked by the names of the specifications, since it
goes through them kind by kind. What it does not answer (some sequences of PSL) is not compared; how much was compared is."""
import collections, os, random, re, shutil, subprocess

from harness import EXAMPLES, ROOT, WORK, Skip, objects, rondo, write

SCALE = int(os.environ.get("RONDO_TEST_SCALE", "100"))
MODELS = 20 * SCALE // 100
BINARY = os.environ.get("NUSMV") or shutil.which("NuSMV")
NAMED = re.compile(r"^\s*(INVARSPEC|LTLSPEC|CTLSPEC|SPEC|PSLSPEC|COMPUTE)\s+NAME\s+(\w+)\s*:=", re.MULTILINE)


class Model:
    """Two bits, a number, an enumeration and sometimes an input, with constraints that may leave states without a step."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        pick, chance = self.random.choice, lambda p: self.random.random() < p
        self.compassion = chance(0.25)
        self.input = not self.compassion and chance(0.5)  # NuSMV 2.6.0 misses runs where there are both
        lines = ["MODULE main", "VAR a : boolean; b : boolean; n : 0..3; e : {red, green, blue};"]
        if self.input:
            lines.append("IVAR i : boolean;")
        lines.append("ASSIGN")
        for name, value in ("a", self.bit), ("b", self.bit), ("n", self.number), ("e", self.colour):
            if chance(0.7):
                lines.append(f"  init({name}) := {value(0)};")
            if chance(0.8):
                lines.append(f"  next({name}) := case {self.guard()} : {value(1)}; {self.guard()} : {self.either(value)}; TRUE : {pick([name, value(1)])}; esac;")
        if lines[-1] == "ASSIGN":
            lines.append("  init(a) := FALSE;")
        for word, p in ("INVAR", 0.15), ("INIT", 0.15):
            if chance(p):
                lines.append(f"{word} {self.state()}")
        if chance(0.25):
            lines.append(f"TRANS {self.guard()} -> next({pick('ab')})")
        lines += [f"{pick(['FAIRNESS', 'JUSTICE'])} {self.state()}" for _ in range(pick([0, 0, 1, 1, 2]))]
        lines += [f"COMPASSION ({self.state()}, {self.state()})" for _ in range(pick([1, 1, 2]) if self.compassion else 0)]
        # NuSMV leaves COMPASSION out of account for CTL and COMPUTE, and says so
        kinds = [("INVARSPEC", self.state, 2), ("LTLSPEC", self.ltl, 4), ("PSLSPEC", self.psl, 3)]
        if not self.compassion:
            kinds += [("CTLSPEC", self.ctl, 4), ("COMPUTE", self.compute, 2)]
        lines += [f"{kind} NAME {kind.lower()}_{k} := {make()}" + ";" * (kind == "PSLSPEC") for kind, make, count in kinds for k in range(count)]
        self.text = "\n".join(lines) + "\n"

    def atom(self):
        return self.random.choice(["a", "b", "a", "b", f"n = {self.random.randrange(4)}", "n < 2", "n > 0", f"e = {self.colour(0)}", "a = b"])

    def state(self, deep=2):
        if not deep or self.random.random() < 0.3:
            return f"({self.atom()})" if self.random.random() < 0.7 else f"(!({self.atom()}))"
        return f"({self.state(deep - 1)} {self.random.choice(['&', '|', '->', '<->', 'xor'])} {self.state(deep - 1)})"

    def guard(self):
        return f"(i & {self.atom()})" if self.input and self.random.random() < 0.4 else f"({self.state(1)})"

    def bit(self, later):
        return self.random.choice(["TRUE", "FALSE"] + ["{TRUE, FALSE}", "!a", "!b", "n = 3"] * later)

    def number(self, later):
        return self.random.choice(["0", "1", "3"] + ["(n + 1) mod 4", "(n + 3) mod 4", "{0, n}"] * later)

    def colour(self, _):
        return self.random.choice(["red", "green", "blue"])

    def either(self, value):
        return f"{{{self.colour(0)}, {self.colour(0)}}}" if value == self.colour else value(1)

    def temporal(self, unary, binary, atom, deep):
        if not deep or self.random.random() < 0.15:
            return atom()
        part = lambda: self.temporal(unary, binary, atom, deep - 1)
        kind = self.random.random()
        if kind < 0.45:
            return f"({self.random.choice(unary)} {part()})"
        if kind < 0.75:
            return "(" + self.random.choice(binary).format(part(), part()) + ")"
        return f"({part()} {self.random.choice(['&', '|', '->'])} {part()})"

    def ltl(self):
        # no H [a, b]: at the first steps NuSMV 2.6.0 calls it false for want of a past, so that even H [0, 2] TRUE fails
        unary = ["G", "F", "X", "!", "Y", "Z", "O", "H", "F [0, 2]", "G [1, 2]", "O [0, 2]", "O [1, 2]", "G F", "F G"]
        atom = lambda: self.random.choice([self.state(1)] * 5 + ["(i)" if self.input else "(a)"])
        return self.temporal(unary, ["{} U {}", "{} V {}", "{} S {}", "{} T {}"], atom, 3)

    def ctl(self):
        unary = ["AG", "EG", "AF", "EF", "AX", "EX", "!", "EBF 0..2", "ABF 1..2", "EBG 0..2", "ABG 1..2"]
        return self.temporal(unary, ["A [{} U {}]", "E [{} U {}]", "E [{} BU 0..2 {}]", "A [{} BU 1..2 {}]"], lambda: self.state(1), 3)

    def compute(self):
        return f"{self.random.choice(['MIN', 'MAX'])} [{self.state(1)}, {self.state(1)}]"

    def sequence(self, deep=2):
        pick, atom = self.random.choice, lambda: f"({self.atom()})"
        if not deep or self.random.random() < 0.3:
            return atom() + pick(["", "", "", "[*]", "[+]", "[*2]", "[*1:2]", "[=1]", "[->1]", "[->2]"])
        return f"{{{self.sequence(deep - 1)} {pick([';', ';', ';', ':', '|', '&&', '&'])} {self.sequence(deep - 1)}}}"

    def known(self, loops=True, repeats=True, deep=2):
        """A sequence as NuSMV 2.6 takes it: all but ; between braces, [*] and [+] (not in what implies) of letters alone."""
        pick = self.random.choice
        if not deep or self.random.random() < 0.3:
            return f"({self.atom()})" + pick([""] * 3 + ["[*2]"] * repeats + ["[*]", "[+]"] * (loops and repeats))
        word = pick([";", ";", ";", ":", "|", "&&", "&"])
        repeats = repeats and word not in ("&&", "&")
        left, right = (self.known(loops and word != ":", repeats, deep - 1) for _ in range(2))
        return f"{left} ; {right}" if word == ";" else f"{{{left}}} {word} {{{right}}}"

    def event(self, of):
        """next_event and its kin, about the next property; the events themselves are Boolean."""
        word, low = self.random.choice(["next", "next_a", "next_e", "next_event", "next_event_a", "next_event_e"]), self.random.randrange(3)
        mark, event = self.random.choice(["", "!"]), "event" in word
        low, text = low + event, word + mark + (f"({self.state(1)})" if event else "")
        if word in ("next", "next_event"):
            return f"{text}{'' if word == 'next_event' and low == 1 else f'[{low}]'}({of})"
        return f"{text}[{low}:{low + self.random.randrange(3)}]({of})"

    def linear(self, deep=2):
        """A property without sequences."""
        pick = self.random.choice
        if not deep or self.random.random() < 0.2:
            return self.state(1)
        part = lambda: self.linear(deep - 1)
        untils = ["until", "until!", "until_", "until!_", "before", "before!", "before_", "before!_"]
        return pick([lambda: f"({self.event(part())})", lambda: f"({self.event(part())})", lambda: f"({pick(['next', 'next!', 'X', 'X!', 'eventually!', 'always', 'never', 'G', 'F'])} {part()})",
                     lambda: f"({part()} {pick(untils)} {part()})", lambda: f"[{part()} {pick('UW')} {part()}]",
                     lambda: f"({pick(['X', 'X!'])}[{self.random.randrange(3)}]({part()}))", lambda: f"({part()} {pick(['&', '|', '->', '<->', '^', 'xor'])} {part()})"])()

    def psl(self):
        pick, known = self.random.choice, self.random.random() < 0.7
        braces = lambda: f"{{{self.known() if known else self.sequence()}}}"
        premise = lambda: f"{{{self.known(False) if known else self.sequence()}}}"
        return pick([lambda: f"always {self.linear()}", self.linear, self.linear, lambda: f"always {self.state(1)} -> {self.linear()}",
                     lambda: f"forall k in {{1:2}} : always {self.state(1)} -> (n = k {pick(['until', 'before_'])} {self.state(1)})",
                     lambda: f"{premise()}({self.linear()})", lambda: f"{premise()} |=> {self.linear()}", lambda: f"always {premise()} |-> {self.state(1)}", lambda: f"always {premise()}({self.linear(1)})",
                     lambda: f"always {premise()} |=> {braces()}!", lambda: f"{premise()} |-> {braces()}!", lambda: f"{braces()}!", lambda: f"sequence {braces()}", lambda: f"never {braces()}",
                     lambda: f"eventually! {braces()}"])()


def nusmv_says(path, names):
    """What NuSMV says of each name, as Rondo would say it; a specification that it does not answer is left out."""
    script = [f"read_model -i {path}", "flatten_hierarchy", "encode_variables", "build_model"]
    for name in names:
        script += [f"echo @{name}", f"check_property -P {name}"]
    # as a session and not as a script, which would end with the first specification that NuSMV does not know
    done = subprocess.run([BINARY, "-int", "-dcx"], input="\n".join([*script, "quit", ""]), capture_output=True, text=True, timeout=300, cwd=WORK)
    found = {}
    unfair = "fair states are empty" in done.stderr  # then NuSMV warns, and says that MAX is 0; here it is undefined
    for part in re.split(r"^@", done.stdout.replace("NuSMV > ", ""), flags=re.MULTILINE)[1:]:
        name, _, said = part.partition("\n")
        truth = re.findall(r"^-- .* is (true|false)\s*$", said, re.MULTILINE)
        number = re.findall(r"^-- the result of M(?:IN|AX) \[.*\]\s+is (\w+)\s*$", said, re.MULTILINE)
        if len(truth) + len(number) == 1:
            found[name.strip()] = {"true": "holds", "false": "violated"}[truth[0]] if truth else "undefined" if unfair and " MAX " in said and number[0] == "0" else number[0].lower()
    return found, done


def rondo_says(path):
    """Verdicts by name, numbers of COMPUTE as text; and what Rondo printed."""
    out, err = rondo("check", path, "--json", "--no-trace", "--no-vacuity")
    return {line["property"]: str(line["value"]) if line["kind"] == "compute" and "value" in line else line.get("verdict") for line in objects(out)}, out + err


def compare(path, label):
    """Compares what both answer; gives how many of each kind that was, and how many NuSMV was asked."""
    text = path.read_text()
    kinds = {name: kind for kind, name in NAMED.findall(text)}
    # a sequence that NuSMV cannot read spoils the file, so each PSLSPEC has one of its own
    sequences = [line for line in text.splitlines(True) if line.startswith("PSLSPEC")]
    plain = "".join(line for line in text.splitlines(True) if line not in sequences)
    theirs, done = nusmv_says(write("plain.smv", plain), [name for name in kinds if kinds[name] != "PSLSPEC"])
    for line in sequences:
        theirs.update(nusmv_says(write("psl.smv", plain + line), NAMED.match(line).group(2).split())[0])
    ours, printed = rondo_says(path)
    assert set(kinds) <= set(ours), (label, printed[:2000], text)
    differ = {name: {"NuSMV": said, "Rondo": ours[name]} for name, said in theirs.items() if ours[name] not in (said, "unknown")}
    assert not differ, f"{label}: {differ}\n{text}"
    return collections.Counter(kinds[name] for name in theirs if ours[name] != "unknown"), collections.Counter(kinds.values()), done


def need_nusmv():
    if not BINARY:
        raise Skip("no NuSMV here (NUSMV=/path/to/NuSMV)")
    assert shutil.which(BINARY), f"NUSMV={BINARY} is no program"


def test_nusmv_has_the_verdicts_of_our_models_and_examples():
    need_nusmv()
    for path in sorted([*(ROOT / "tests" / "models").glob("*.smv"), *EXAMPLES.glob("*.smv")]):
        if path.name == "needham-schroeder.smv":
            continue  # too large for NuSMV's diagrams as they are ordered first
        answered, asked, done = compare(path, path.name)
        if re.search(r"^COMPASSION", path.read_text(), re.MULTILINE):
            assert not asked["CTLSPEC"] and not asked["COMPUTE"], f"{path.name}: NuSMV has no COMPASSION there"
        assert asked and answered == asked, (path.name, answered, asked, done.stderr)


def test_nusmv_has_the_verdicts_of_random_models():
    need_nusmv()
    only = os.environ.get("RONDO_TEST_SEED")
    answered, asked = collections.Counter(), collections.Counter()
    for seed in [int(only)] if only else range(1, MODELS + 1):
        some, all_, done = compare(write("random.smv", Model(seed).text), f"seed {seed}")
        assert all(some[kind] == all_[kind] for kind in all_ if kind != "PSLSPEC"), (seed, some, all_, done.stdout[-2000:], done.stderr[-2000:])
        answered, asked = answered + some, asked + all_
    print(f"nusmv: {sum(answered.values())} verdicts compared: " + ", ".join(f"{answered[kind]} of {asked[kind]} {kind}" for kind in sorted(asked)))
    assert only or 6 * answered["PSLSPEC"] >= asked["PSLSPEC"], (answered, asked)
