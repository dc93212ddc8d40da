"""The lines of --json: what programs rely on, and that the published schema describes them."""
import copy, json

try:
    import jsonschema
except ImportError:
    jsonschema = None

from harness import EXAMPLES, ROOT, TOGGLE, WORK, Skip, objects, rondo, write

SCHEMA = json.loads((ROOT / "docs" / "schema" / "result.schema.json").read_text())


def validator():
    if not jsonschema:
        raise Skip("no python3-jsonschema")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


def lines(*arguments, code=None):
    """The objects of a run, each of which the schema must accept, where there is something to check it with."""
    found = objects(rondo("check", *arguments, "--json", code=code)[0])
    for line in found if jsonschema else []:
        faults = [f"{list(e.path)}: {e.message}" for e in validator().iter_errors(line)]
        assert not faults, (faults, line)
    return found


def values(trace):
    """Every signal in every step, from a trace that has only what changes."""
    now, steps = {}, []
    for step in trace["steps"]:
        now = {**now, **step}
        steps.append(now)
    return steps


MIXED = """MODULE main
IVAR go : boolean;
VAR n : -1..3; w : unsigned word[8]; s : signed word[4]; wide : unsigned word[70]; mode : {idle, busy, 7};
ASSIGN
  init(n) := -1; next(n) := case go & n < 3 : n + 1; TRUE : n; esac;
  init(w) := 0ud8_254; next(w) := w + 0ud8_1;
  init(s) := -0sd4_1; next(s) := s + 0sd4_1;
  init(wide) := 0ud70_1; next(wide) := wide;
  init(mode) := idle; next(mode) := case go : busy; TRUE : mode; esac;
DEFINE late := n > 1;
INVARSPEC n < 1
LTLSPEC F n = 3
CTLSPEC AG EF n = 3
CTLSPEC EF n < -1
INVARSPEC w >= 0ud8_0
"""


def test_the_schema_describes_every_kind_of_answer():
    validator()
    for example in sorted(EXAMPLES.glob("*.smv")) + sorted(EXAMPLES.glob("*.aag")):
        found = lines(example, "-t", "20")
        assert found and all("verdict" in line for line in found), example
    verdicts = [(x["kind"], x["verdict"], x["evidence"]["kind"]) for x in lines(write("mixed.smv", MIXED), code=1)]
    assert sorted(verdicts) == sorted([("invariant", "violated", "trace"), ("ltl", "violated", "lasso"), ("ctl", "holds", "ctl"),
                                       ("ctl", "violated", "ctl"), ("invariant", "holds", "invariant")]), verdicts
    (line,) = lines(TOGGLE, "-p", "1", "-e", "bmc", "--bmc-bound", "5", "--no-bmc-prove", code=2)
    assert line["bound"] == 5 and line["reason"] == "the engines gave up" and "trace" not in line


def test_a_trace_in_json_has_typed_values_in_the_users_names():
    model = write("mixed.smv", MIXED)
    short, full = (lines(model, "-p", "0", "-e", "bmc", *more, code=1)[0]["trace"] for more in ([], ["--full"]))
    assert short["loop"] is None and not short["complete"] and full["complete"]
    assert short["steps"][0] == {"go": True, "n": -1, "w": 254, "s": -1, "wide": "0x000000000000000001", "mode": "idle"}, short
    steps = values(short)
    assert [s["n"] for s in steps] == [-1, 0, 1] and [s["w"] for s in steps] == [254, 255, 0] and steps[2]["s"] == 1
    assert [s["mode"] for s in steps] == ["idle", "busy", "busy"] and "wide" not in short["steps"][1]
    assert [{n: v for n, v in step.items() if n in steps[0]} for step in full["steps"]] == steps, full
    assert full["steps"][2]["late"] is False and "late" not in steps[0]
    kinds = {s["name"]: s for s in short["signals"]}
    assert kinds["n"] == {"name": "n", "role": "state", "type": "range", "bits": kinds["n"]["bits"], "low": -1, "high": 3}
    assert kinds["mode"]["values"] == ["idle", "busy", "7"] and kinds["s"]["signed"] and kinds["go"]["role"] == "input"
    (line,) = lines(model, "-p", "0", "-e", "bmc", "--defines", code=1)
    assert line["trace"]["steps"][0]["late"] is False


def test_a_lasso_in_json_has_its_loop():
    model = write("live.aag", "aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\nl0 bit\n")
    (line,) = lines(model, code=1)
    assert line["evidence"]["kind"] == "lasso" and line["trace"]["loop"] == 0 and line["evidence"]["size"] == len(line["trace"]["steps"])
    assert [s["bit"] for s in values(line["trace"])] == [False, True], line


def test_a_ctl_verdict_in_json_has_its_explanation():
    model = write("job.smv", """MODULE main
VAR s : {idle, busy, stuck, done};
ASSIGN init(s) := idle;
  next(s) := case s = idle : {idle, busy}; s = busy : {done, stuck}; s = done : idle; TRUE : s; esac;
CTLSPEC AG EF s = idle
CTLSPEC EF s = done & EF s = stuck
""")
    first, second = lines(model, code=1)
    root = first["explanation"]
    assert root["formula"] == "AG EF s = idle" and root["holds"] is False and "step" not in root and "why" not in root
    assert [s["s"] for s in values(root["trace"])] == ["idle", "busy", "stuck"], root
    (child,) = root["children"]
    assert child == {"formula": "EF s = idle", "holds": False, "step": 2, "why": "proved for all paths from there", "children": []}, child
    root = second["explanation"]
    parts = {root["formula"]: root, **{c["formula"]: c for c in root["children"]}}
    assert set(parts) == {"EF s = done", "EF s = stuck"} and all(p["holds"] for p in parts.values()), root
    assert values(parts["EF s = stuck"]["trace"])[-1]["s"] == "stuck"
    assert "explanation" not in lines(model, "--no-trace", code=1)[0]


def test_the_schema_describes_ctl_that_the_engines_for_ltl_decided():
    """Such a verdict has the evidence of its task: an invariant or a trace, not a proof of CTL."""
    model = write("count.smv", """MODULE main
VAR n : 0..3;
ASSIGN init(n) := 0; next(n) := case n < 2 : n + 1; TRUE : 0; esac;
""")
    wanted = [("AG n != 3", "ic3", "holds", "invariant"), ("AG n != 2", "bmc", "violated", "trace"),
              ("AG AF n = 1", "fair", "holds", "ranking"), ("AF n = 3", "bmc", "violated", "lasso"),
              ("AG EF n = 0", "iictl", "holds", "ctl")]
    for formula, engine, verdict, evidence in wanted:
        (line,) = lines(model, "--ctl", formula, "-e", engine, code=int(verdict == "violated"))
        assert (line["kind"], line["verdict"], line["evidence"]["kind"]) == ("ctl", verdict, evidence), line
        assert ("trace" in line) == (verdict == "violated") and ("explanation" not in line or evidence == "ctl"), line


def test_json_has_the_lengths_of_compute():
    model = write("steps.smv", "MODULE main VAR n : 0..9; hold : boolean;\n"
                  "ASSIGN init(n) := 0; next(n) := hold | n = 9 ? n : n + 1;\n"
                  "COMPUTE MIN [n = 2, n = 9] COMPUTE MAX [n = 2, n = 9] COMPUTE MAX [n = 9, n > 9]\n")
    valid = validator()
    answers = lines(model, code=0)
    for line in answers:
        assert valid.is_valid(line), list(valid.iter_errors(line))
        assert line["kind"] == "compute" and line["verdict"] == "holds" and line["evidence"]["checked"], line
    assert [line["value"] for line in answers] == [7, "infinity", "undefined"], answers
    shortest, endless, nothing = answers
    assert shortest["values"]["to"] - shortest["values"]["from"] == 7 and "trace" in shortest, shortest
    assert "loop" in endless["trace"] and "trace" not in nothing, answers


def test_the_schema_describes_properties_that_are_not_checked():
    valid = validator()
    (unknown,) = lines(TOGGLE, "-p", "1", "-e", "bmc", "--bmc-bound", "5", "--no-bmc-prove", code=2)
    for kind in "compute", "ctl", "ltl":
        unchecked = {**unknown, "kind": kind, "engine": "", "bound": 0, "reason": "Rondo does not check COMPUTE"}
        assert valid.is_valid(unchecked), list(valid.iter_errors(unchecked))
        del unchecked["reason"]
        assert not valid.is_valid(unchecked)


def test_json_without_traces_on_request():
    for option in "--no-trace", "--quiet":
        (line,) = lines(TOGGLE, "-p", "0", option, code=1)
        assert "trace" not in line and line["evidence"]["size"] == 2


def test_json_names_the_files_that_were_written():
    witness, proof = WORK / "named.witness", WORK / "named.aag"
    first, second = lines(TOGGLE, "-w", witness, "-c", proof, code=1)
    assert first["files"] == {"witness": str(WORK / f"named-{first['property']}.witness")}, first
    assert second["files"] == {"certificate": str(WORK / f"named-{second['property']}.aag")}, second
    (line,) = lines(TOGGLE, "-p", "0", "-w", "/dev/full", code=74)
    assert line["verdict"] == "violated" and line["files"] == {}


def test_errors_are_lines_of_json_too():
    broken = write("broken.aag", "aag 1 0 1 0 0\n2 x\n")
    found = lines(broken, TOGGLE, WORK / "absent.aag")
    assert len(found) == 4 and "broken.aag:2:3: error:" in found[0]["error"] and found[3]["file"].endswith("absent.aag"), found
    (line,) = lines(TOGGLE, "--ltl", "G bot", code=65)
    assert line["error"].startswith("1:3: error: unknown signal 'bot'"), line


def test_warnings_do_not_get_between_the_lines_of_json():
    toggle = write("toggle-ctl.aag", "aag 1 0 1 0 0\n2 3\nl0 x\n")
    formulas = write("f.ctl", "#PASS: (0)\nAG AF x\n#PASS: (1)\nAG y\n")
    first, second = lines(toggle, "--ctl-file", formulas, code=2)
    assert first["verdict"] == "holds" and second["reason"].endswith("f.ctl:4: unknown signal 'y'"), second
    assert lines(write("none.aag", "aag 0 0 0 0 0\n")) == []


def test_odd_names_survive_json():
    for name in ['say "no"', "back\\slash", "tab\there", "Zürich", "\U0001d11e", "</script>", "\x7f"]:
        model = write("odd.aag", f"aag 1 0 1 0 0 1\n2 3\n2\nl0 {name}\nb0 {name}\n")
        (line,) = lines(model, code=1)
        assert line["property"] == name and set(line["trace"]["steps"][0]) == {name}, line
    model = write("odd.aag", b"aag 1 0 1 0 0 1\n2 3\n2\nl0 caf\xe9\n")
    (line,) = lines(model, code=1)
    assert list(line["trace"]["steps"][0]) == ["caf\ufffd"], line


def test_the_schema_rejects_what_is_broken():
    valid = validator()
    trace, proof = lines(TOGGLE, code=1)
    (unknown,) = lines(TOGGLE, "-p", "1", "-e", "bmc", "--bmc-bound", "5", "--no-bmc-prove", code=2)
    (lasso,) = lines(write("live.aag", "aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\nl0 bit\n"), code=1)
    (ctl,) = lines(write("mixed.smv", MIXED), "-p", "3", code=1)

    def broken(line, *path, value=None, drop=False):
        line = copy.deepcopy(line)
        inner = line
        for step in path[:-1]:
            inner = inner[step]
        if drop:
            del inner[path[-1]]
        else:
            inner[path[-1]] = value
        return line

    for name in SCHEMA["$defs"]["result"]["required"]:
        assert not valid.is_valid(broken(proof, name, drop=True)), name
    explained = broken(ctl, "explanation", value={"formula": "AG EF p", "holds": False, "children": [
        {"formula": "EF p", "holds": False, "step": 1, "children": []}]})
    assert valid.is_valid(explained)
    wrong = [
        broken(proof, "verdict", value="true"),
        broken(proof, "surprise", value=1),
        broken(proof, "evidence", "checked", value=False),  # a verdict without checked evidence
        broken(proof, "evidence", "kind", value="trace"),
        broken(proof, "engine", value=""),
        broken(proof, "seconds", value=-1),
        broken(proof, "index", value=1.5),
        broken(proof, "trace", value=trace["trace"]),
        broken(proof, "stats", "sat work", value=1),
        broken(proof, "stats", "sat_work", value="many"),
        broken(proof, "internal_error", value=True),
        broken(proof, "reason", value="a verdict needs none"),
        broken(proof, "explanation", value=explained["explanation"]),  # for CTL alone
        broken(proof, "evidence", "kind", value="ctl"),
        {**broken(proof, "evidence", "kind", value="trace"), "kind": "ltl"},  # no proof of anything
        {**broken(trace, "evidence", "kind", value="ranking"), "kind": "ctl"},
        {**trace, "kind": "ctl", "explanation": explained["explanation"]},  # a trace or reasons, not both
        broken(unknown, "reason", drop=True),
        broken(unknown, "bound", drop=True),
        broken(unknown, "evidence", "checked", value=True),
        broken(unknown, "trace", value=trace["trace"]),
        broken(trace, "evidence", "kind", value="invariant"),
        broken(trace, "trace", "loop", value=0),  # a trace has none, a lasso one
        broken(lasso, "trace", "loop", value=None),
        broken(trace, "trace", "steps", value=[]),
        broken(trace, "trace", "steps", 0, "bit", value=None),
        broken(trace, "trace", "signals", 0, "type", value="real"),
        broken(trace, "trace", "signals", 0, "bits", value=2),
        broken(trace, "trace", "signals", 0, "values", value=["0", "1"]),
        broken(ctl, "trace", value=trace["trace"]),
        broken(explained, "explanation", "children", 0, "step", value=-1),
        broken(explained, "explanation", "holds", drop=True),
        {"file": "x.aag", "error": ""},
        {"file": "x.aag"},
        {**proof, "error": "both"},
        [],
    ]
    for number, line in enumerate(wrong):
        assert not valid.is_valid(line), (number, line)
