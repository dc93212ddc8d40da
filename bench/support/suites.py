"""The suites of a bench folder: what to run, what is known about the answer, what peers were recorded to take.

A folder may have fair, live, safety, ctl, smv, btor2, vis (also suite bmc) and vis-aig (suite dnc) in it, with the tables described in its README; any other folder of models
is a suite of its own, of which nothing is known."""
import collections, csv, pathlib

from support.bmc import FILES

# recorded: {peer: (verdict, CPU seconds)}; paper: columns of a table of the seeds
Item = collections.namedtuple("Item", "suite label kind model arguments expected recorded paper")

MODELS = (".aig", ".aag", ".smv", ".btor2", ".btor")
WORDS = {"unsat": "holds", "sat": "violated", "yes": "holds", "no": "violated", "True": "holds", "False": "violated", "holds": "holds",
         "violated": "violated", "pass": "holds", "fail": "violated"}


def rows(path):
    """The rows of a table; a table that is not there has none."""
    if not path.exists():
        return []
    with open(path, newline="") as f:
        return [row for row in csv.reader(f, delimiter="\t", quoting=csv.QUOTE_NONE) if row]


def bad_states(model):
    """How many bad states an AIGER file declares: justice properties are numbered after them."""
    with open(model, "rb") as f:
        header = f.readline().split()
    return int(header[6]) if len(header) > 6 else 0


def models(folder):
    return sorted(p for p in folder.iterdir() if p.name.removesuffix(".gz").removesuffix(".xz").endswith(MODELS))


def expected(folder):
    """The rows of expected.tsv, and for each model that has none a row without an answer ("?"): it is run, too."""
    table = rows(folder / "expected.tsv")[1:]
    listed = {row[0] for row in table}
    return table + [[model.name, folder.name, "", "?", ""] for model in models(folder) if model.name not in listed]


def fair(folder):
    head, *table = rows(folder / "table1.tsv") or [[]]
    for row in table:
        model = folder / row[1]
        recorded = {"IImc 2.0 fair": (WORDS[row[2]], float(row[-1]))} if row[-1] != "-" else {"IImc 2.0 fair": ("unknown", 0)}
        yield Item("fair", row[0], "progress", model, ["--property", bad_states(model)], WORDS[row[2]], recorded, dict(zip(head, row)))


def live(folder):
    for row in expected(folder):
        if row[1] == "live":
            model = folder / row[0]
            yield Item("live", row[0], "progress", model, ["--property", bad_states(model)], WORDS.get(row[3]), {}, None)


def safety(folder):
    peers = {peer: {row[0]: (WORDS.get(row[1], "unknown"), float(row[2])) for row in rows(folder / file)}
             for peer, file in (("abc-pdr", "abc-pdr.tsv"), ("rIC3", "ric3-ic3.tsv"))}
    for row in expected(folder):
        name = row[0].rsplit(".", 1)[0]
        recorded = {peer: table[name] for peer, table in peers.items() if name in table}
        known = [WORDS.get(row[3])] + [verdict for verdict, _ in recorded.values() if verdict != "unknown"]
        yield Item("safety", name, "invariants", folder / row[0], ["--property", 0], next(filter(None, known), None), recorded, None)


# Recorded answers that are not believed: docs/reproduction.md and results.md say why, and how to check it.
DISPUTED_CTL = {f"checkers.aig:{n}" for n in (36, 37, *range(40, 48))}


def ctl(folder):
    peer = {(row[0], row[1]): (row[2] if row[3] in ("0", "1") else "unknown", float(row[4])) for row in rows(folder / "iimc-iictl.tsv")}
    for row in rows(folder / "expected.tsv")[1:]:
        recorded = {"IImc 2.0 iictl": peer[row[0], row[2]]} if (row[0], row[2]) in peer else {}
        label = f"{row[0]}:{row[2]}"
        yield Item("ctl", label, "CTL", folder / row[0], ["--ctl-file", folder / row[1], "--property", row[2]],
                   None if label in DISPUTED_CTL else WORDS.get(row[3]), recorded, None)


def smv(folder):
    """A file is one item, for the default engines alone: its verdicts, sorted. NuSMV's quantities (Q) are no properties."""
    for row in rows(folder / "expected.tsv")[1:]:
        if "Q:" not in row[1]:
            verdicts = sorted(WORDS[word.split(":")[1]] for word in row[1].split())
            yield Item("smv", row[0], "all", folder / row[0], [], " ".join(verdicts), {"NuSMV 2.6": (" ".join(verdicts), float(row[2] or 0))}, None)


def dnc(folder):
    """The 18 models of the paper on Divide and Compose: verdicts and latches are its own."""
    head, *table = rows(folder / "expected.tsv") or [[]]
    for row in table:
        yield Item("dnc", row[0].removesuffix(".aig"), "progress", folder / row[0], ["--property", 0], WORDS[row[1]], {}, dict(zip(head, row)))


# Tags of the authors that are not believed: docs/reproduction.md says why, and how to check it.
DISPUTED = {"Vsa16/vsa16a.v": {f"vsa16a.{kind}:{n}" for kind in ("ctl", "ltl", "inv") for n in (5, 6, 7)},
            "Rether/retherRTF.v": {"rether.ctl:40", "rether.ctl:41"}, "Rether/retherSQO.v": {"rether.ctl:39", "rether.ltl:30"}}


def is_disputed(model, properties, number, source):
    """Also where the table itself says that what was computed differs from the tag."""
    return "differs" in source or f"{properties}:{number}" in DISPUTED.get(model, ())


def bmc(folder):
    """The LTL formulas of the models in the paper on termination criteria."""
    files = {file for group in FILES.values() for file in group}
    for model, properties, index, _, answer, source, fairness, _ in rows(folder / "expected.tsv")[1:]:
        if not properties.endswith(".ltl") or model.removesuffix(".v") not in files:
            continue
        path = folder / model
        fair_file = [] if fairness == "-" else ["--fair-file", path.parent / fairness]
        arguments = ["--format", "vl2mv", "--ltl-file", path.parent / properties, *fair_file, "--property", index]
        known = None if is_disputed(model, properties, index, source) else WORDS.get(answer)
        name = model.removesuffix(".v")
        yield Item("bmc", f"{name}:{index}", "progress", path, arguments, known, {}, {"file": name})


VIS_FILES = {".ctl": ("CTL", "--ctl-file"), ".ltl": ("LTL", "--ltl-file"), ".inv": ("invariants", "--inv-file")}


def vis(folder):
    """The test suite of VIS: Verilog in the dialect of vl2mv, and its property files as they are. A row about the file of
    fairness conditions asks whether there is a fair run at all."""
    for model, properties, number, _, answer, source, fairness, _ in rows(folder / "expected.tsv")[1:]:
        disputed = is_disputed(model, properties, number, source)
        beside = (folder / model).parent
        kind, option = VIS_FILES.get(pathlib.Path(properties).suffix, ("LTL", None))
        ask = [option, beside / properties, "--property", number] if option else ["--ltl", "FALSE"]
        assume = ["--fair-file", beside / fairness] if fairness != "-" and kind != "invariants" else []
        yield Item("vis", f"{model}:{properties}:{number}", kind, folder / model, ["--format", "vl2mv", *ask, *assume],
                   None if disputed else WORDS.get(answer), {}, {"said": WORDS.get(answer), "disputed": disputed})


def btor2(folder):
    """Files of the hardware model checking competitions with words and arrays: the first property of each."""
    for name, _, answer, _ in rows(folder / "expected.tsv")[1:]:
        yield Item("btor2", name, "invariants", folder / name, ["--property", 0], WORDS.get(answer), {}, None)


def plain(folder):
    for model in models(folder):
        yield Item(folder.resolve().name, model.name, "any", model, [], None, {}, None)


SUITES = {"fair": fair, "live": live, "safety": safety, "ctl": ctl, "smv": smv, "dnc": dnc, "vis": vis, "bmc": bmc, "btor2": btor2}
FOLDERS = {"dnc": "vis-aig", "bmc": "vis"}  # where the folder has another name
ASKED = {"bmc"}  # part of another suite, with columns of its own: only when it is asked for


def items(folder, wanted=None):
    """The items of all suites in the folder, or of those wanted."""
    folder = pathlib.Path(folder)
    where = {name: folder / FOLDERS.get(name, name) for name in SUITES}
    found = [name for name in SUITES if where[name].is_dir() and (name not in ASKED or name in (wanted or ()))]
    if not found:
        return list(plain(folder))
    return [item for name in found if not wanted or name in wanted for item in SUITES[name](where[name])]
