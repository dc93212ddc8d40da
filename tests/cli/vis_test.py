"""VIS' languages as people and programs meet them: which reader takes a file, in which order properties come, where errors are, what a
trace shows, and that a model means the same after every round trip."""
import os
from pathlib import Path

from harness import EXAMPLES, ROOT, WORK, Skip, objects, rondo, write

CROSSING, MODELS = EXAMPLES / "crossing.v", ROOT / "tests" / "models"


def verdicts(model, *more):
    """In the order of the numbers of the properties."""
    found = objects(rondo("check", model, *more, "--json", "--no-trace", "--jobs", "0", "--timeout", "60")[0])
    return [(o["kind"], o["verdict"]) for o in sorted(found, key=lambda o: o["index"])]


def test_vis_verilog_is_known_by_its_content():
    assert verdicts(CROSSING, "--invar", "north=RED + east=RED") == [("invariant", "holds")]
    plain = write("plain.v", "module m(clk);\ninput clk;\nreg r;\ninitial r = 0;\nalways @(posedge clk) r = !r;\nendmodule\n")
    assert verdicts(plain, "--format", "vl2mv", "--ltl", "G F r=1") == [("ltl", "holds")]


def test_properties_have_the_order_of_the_options():
    inv, ltl = write("order.inv", "north=RED + north=GREEN;\n"), write("order.ltl", "G F TRUE;\nG north=GREEN;\n")
    ctl = EXAMPLES / "crossing.ctl"
    fair = ["--fair-file", EXAMPLES / "crossing.fair"]
    kinds = lambda *options: [kind for kind, _ in verdicts(CROSSING, *options, *fair)]
    assert kinds("--ctl-file", ctl, "--ltl-file", ltl, "--inv-file", inv) == ["ctl"] * 4 + ["ltl"] * 2 + ["invariant"]
    assert kinds("--inv-file", inv, "--ltl", "G TRUE", "--ctl-file", ctl, "--ltl-file", ltl) == ["invariant", "ltl"] + ["ctl"] * 4 + ["ltl"] * 2
    out, _ = rondo("show", CROSSING, "--ctl", "AG TRUE", "--invar", "north=RED")
    assert out.index("AG TRUE") < out.index("north=RED"), out


def test_a_choice_is_shown_under_its_wire_and_line():
    out, _ = rondo("check", CROSSING, "--invar", "car=0", code=1)
    line = next(n for n, text in enumerate(CROSSING.read_text().splitlines(), 1) if "$ND" in text and "car" in text)
    assert f"car$ND{line} " in out and "waiting<*0*>" in out and "= RED" in out, out


def test_errors_in_vis_files_have_file_line_and_column():
    (WORK / "part").mkdir(exist_ok=True)
    (WORK / "part" / "inner.v").write_text("module inner(x);\ninput x;\nwire w;\nassign w = x +;\nendmodule\n")
    outer = write("outer.v", '`include "part/inner.v"\nmodule m(clk);\ninput clk;\nwire w;\nassign w = $ND(0, 1);\nendmodule\n')
    _, err = rondo("check", outer, "--ltl", "G TRUE", code=65)
    assert "part/inner.v:4:15: error:" in err and "assign w = x +;" in err, err
    bad = write("bad.ctl", "AG north=RED;\nAG (north=PINK);\n")
    _, err = rondo("check", CROSSING, "--ctl-file", bad, code=65)
    assert "bad.ctl:2:11: error: 'PINK' is no value of 'north'" in err, err


def test_round_trips_keep_verdicts():
    formulas = {"ltl": ["G (north=RED + east=RED)", "G F north=GREEN", "F (n.shown=GREEN)"], "ctl": ["AG EF north=GREEN", "AG (east=GREEN -> AX:2(east=RED))"]}
    asked = [part for kind, texts in formulas.items() for text in texts for part in (f"--{kind}", text)]
    before = verdicts(CROSSING, *asked)
    assert {verdict for _, verdict in before} == {"holds", "violated"}, before
    rondo("convert", CROSSING, "-o", WORK / "crossing.mv", code=0)
    assert verdicts(WORK / "crossing.mv", *asked) == before
    rondo("convert", WORK / "crossing.mv", "-o", WORK / "again.mv", code=0)
    assert verdicts(WORK / "again.mv", *asked) == before
    rondo("convert", CROSSING, *asked, "-o", WORK / "crossing.smv", code=0)
    assert verdicts(WORK / "crossing.smv") == before
    for number, text in enumerate(formulas["ltl"]):
        rondo("convert", CROSSING, "--ltl", text, "--product", "-o", WORK / "product.aig", code=0)
        assert verdicts(WORK / "product.aig")[0][1] == before[number][1], text


def test_other_netlists_keep_their_verdicts_as_blif_mv():
    for model, option, properties in ("lamp.mv", "--ctl-file", "lamp.ctl"), ("gray.blif", "--ltl-file", "gray.ltl"):
        before = verdicts(MODELS / model, option, MODELS / properties)
        rondo("convert", MODELS / model, "-o", WORK / "written.mv", code=0)
        assert before and verdicts(WORK / "written.mv", option, MODELS / properties) == before, model


def small_models():
    """One question of every ninth model of VIS' test suite with at most 60 latches: its model, the option for its file, its number, its fairness."""
    bench = Path(os.environ.get("RONDO_BENCH", ROOT / ".." / "shared" / "bench")) / "vis"
    if not (bench / "expected.tsv").exists():
        raise Skip("no VIS models in the benchmark folder")
    rows = lambda name: [line.split("\t") for line in (bench / name).read_text().splitlines()[1:]]
    small = [row[0] for row in rows("models.tsv") if row[2] and int(row[2]) <= 60][::9]
    for model in small:
        asked = [row for row in rows("expected.tsv") if row[0] == model and row[1].endswith((".ctl", ".ltl", ".inv"))]
        beside = (bench / model).parent
        for row in asked[len(asked) // 2:][:1]:
            yield bench / model, "--" + row[1][-3:] + "-file", beside / row[1], row[2], [] if row[6] == "-" or row[1].endswith(".inv") else ["--fair-file", beside / row[6]]


def test_round_trips_of_the_models_of_vis_keep_verdicts():
    judge = lambda model, *more: objects(rondo("check", model, *more, "--json", "--no-trace", "--jobs", "0", "--timeout", "5")[0])[0]["verdict"]
    compared = {".mv": 0, ".smv": 0, ".aig": 0}
    for model, option, properties, number, fair in small_models():
        asked = [option, properties, "-p", number, *fair]
        before = judge(model, "--format", "vl2mv", *asked)
        for ending in compared if before != "unknown" else ():
            again = WORK / f"round{ending}"
            if ending == ".aig" and option == "--ctl-file":
                continue  # AIGER has no CTL
            more = asked if ending != ".mv" else []
            rondo("convert", model, "--format", "vl2mv", *more, *(["--product"] if ending == ".aig" and option == "--ltl-file" else []), "-o", again, code=0)
            after = judge(again, *(asked if ending == ".mv" else []))
            assert after in (before, "unknown"), f"{model} {properties} {number}: {before}, as {ending} {after}"
            compared[ending] += after == before
    assert all(count > 2 for count in compared.values()), compared
