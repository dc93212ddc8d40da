"""What was found out is kept, and is checked again on the model as it is."""
import re, shutil

from harness import EXAMPLES, WORK, objects, rondo, write


def folder(name):
    path = WORK / name
    shutil.rmtree(path, ignore_errors=True)
    return path


def check(model, kept, *options):
    out, _ = rondo("check", model, "--keep", kept, "--json", *options)
    return {row["property"].split(".")[-1]: (row["verdict"], row["evidence"].get("kept", False)) for row in objects(out)}


def cell(number, limit, extra=""):
    return f"""MODULE cell{number}(go)
VAR n : 0..15; m : 0..15;
ASSIGN init(n) := 0; next(n) := go & n < {limit} ? (n + 1) mod 16 : n; init(m) := 1; next(m) := go & n < {limit} ? (m + 1) mod 16 : m;{extra}
INVARSPEC NAME below{number} := n < m
INVARSPEC NAME bounded{number} := n <= 9
"""


def design(*cells):
    names = "\n".join(f"  c{i} : cell{i}(go);" for i in range(len(cells)))
    return write("kept.smv", "".join(cells) + f"MODULE main\nVAR go : boolean;\n{names}\n")


def test_answers_are_kept_and_found_again_whatever_else_changes():
    kept = folder("kept-cells")
    model = design(cell(0, 7), cell(1, 8))
    first = check(model, kept)
    assert first == {p: ("holds", False) for p in ("below0", "bounded0", "below1", "bounded1")}, first
    assert all(was for _, was in check(model, kept).values())
    # another cell is changed, and one comes in before it: cell 1 is what it was, and so is what is known of it
    model = design(cell(0, 7, "\n-- and a word more\nVAR k : 0..3; ASSIGN init(k) := 0; next(k) := go ? 1 : k;"), cell(1, 8))
    after = check(model, kept)
    assert after["below1"] == after["bounded1"] == ("holds", True), after
    assert all(verdict == "holds" for verdict, _ in after.values()), after


def test_a_change_that_matters_changes_the_verdict():
    kept = folder("kept-change")
    assert check(design(cell(0, 7)), kept)["bounded0"] == ("holds", False)
    after = check(design(cell(0, 12)), kept)
    assert after["bounded0"] == ("violated", False), after
    # what still shows the answer on the changed cone is taken, what does not is not
    assert after["below0"][0] == "holds", after
    back = check(design(cell(0, 7)), kept)
    assert back["bounded0"] == ("holds", True), back
    assert check(design(cell(0, 12)), kept)["bounded0"] == ("violated", True)


def test_every_kind_of_evidence_is_kept():
    kept = folder("kept-kinds")
    for model in EXAMPLES / "traffic-light.aag", EXAMPLES / "mutex.smv", EXAMPLES / "arbiter.smv", EXAMPLES / "elevator.smv":
        first, second = check(model, kept), check(model, kept)
        assert {p: v for p, (v, _) in first.items()} == {p: v for p, (v, _) in second.items()}, (first, second)
        assert not any(was for _, was in first.values()) and all(was for _, was in second.values()), (model, first, second)
    out, _ = rondo("check", EXAMPLES / "mutex.smv", "--keep", kept, code=1)
    assert out.count("kept from an earlier check") == 6 and "Trace Type" in out, out


def test_nothing_that_is_kept_is_believed():
    """Answers under the wrong key, turned round, cut off, or made up are never verdicts."""
    kept = folder("kept-lies")
    wrong = cell(0, 12)
    truth = {p: v for p, (v, _) in check(design(cell(0, 7)), kept).items()}
    good = sorted(kept.glob("*.kept"))
    assert len(good) == 2, good
    model = design(wrong)
    honest = {p: v for p, (v, _) in check(model, folder("kept-honest")).items()}
    assert honest["bounded0"] == "violated" and truth["bounded0"] == "holds"
    check(model, kept)
    bad = [file for file in kept.glob("*.kept") if file not in good]
    # as if the hashes had met: the answers of the right design under the keys of the wrong one, and the other way round
    for source in good:
        for target in bad:
            target.write_bytes(source.read_bytes())
            assert {p: v for p, (v, _) in check(model, kept).items()} == honest
    for change in lambda b: b.replace(b" holds ", b" violated "), lambda b: b[:len(b) // 2], lambda b: b"rondo kept 1 holds ic3 invariant 0\n", \
            lambda b: b.split(b"\n")[0] + b"\naag 0 0 0 0 0\n", lambda b: b"", lambda b: b"rondo kept 1 holds nobody trace 1\n1\nb0\n0\n.\n":
        for file in kept.glob("*.kept"):
            file.write_bytes(change(file.read_bytes()))
        for file in kept.glob("*.lemmas"):
            file.write_text("+c0.n.0\n\n-c0.n.0\n\n-no.such.3\n\n")
        assert {p: v for p, (v, _) in check(model, kept).items()} == honest, change
        assert {p: v for p, (v, _) in check(design(cell(0, 7)), kept).items()} == truth, change
        model = design(wrong)


def test_the_folder_is_made_and_a_file_in_its_place_is_an_error():
    kept = folder("kept-new")
    check(EXAMPLES / "traffic-light.aag", kept)
    assert list(kept.glob("*.kept"))
    _, err = rondo("check", EXAMPLES / "traffic-light.aag", "--keep", write("a-file", "x"), code=64)
    assert "a-file" in err, err
    _, err = rondo("check", EXAMPLES / "traffic-light.aag", "--keep", "", code=64)
    assert "--keep names no folder" in err, err


def test_evidence_that_is_dear_to_check_is_kept_in_a_cheaper_form():
    """A proof by induction over 13 steps takes the judge a second; an invariant is found and checked in a tenth of that."""
    model = write("dear.smv", """MODULE main
VAR a : 0..60; b : 0..60; turn : boolean; wait : 0..7; go : boolean;
ASSIGN init(a) := 0; init(b) := 32; init(turn) := FALSE; init(wait) := 3;
next(wait) := wait = 0 ? 7 : go ? wait - 1 : wait;
next(turn) := wait = 0 ? !turn : turn;
next(a) := go & !turn & wait > 0 ? (a = 60 ? 0 : a + 1) : a;
next(b) := go & !turn & wait > 0 ? (b = 60 ? 0 : b + 1) : b;
INVARSPEC a != b
""")
    kept = folder("dear")
    row = lambda *options: objects(rondo("check", model, "--keep", kept, "--json", *options)[0])[0]
    first, again = row("-e", "kind"), row()
    assert (first["verdict"], first["engine"]) == ("holds", "kind"), first
    assert (again["verdict"], again["engine"], again["evidence"].get("kept")) == ("holds", "ic3", True), again


def test_instances_of_one_module_share_an_answer_in_the_first_run():
    cells = "MODULE cell(go)\nVAR n : 0..31;\nASSIGN init(n) := 0; next(n) := case go & n < 25 : n + 5; TRUE : n; esac;\n"
    model = write("cells.smv", cells + "MODULE main\nVAR a : boolean; b : boolean; x : cell(a); y : cell(b);\nINVARSPEC NAME first := x.n != 27\nINVARSPEC NAME second := y.n != 27\n")
    out, _ = rondo("check", model, "--keep", folder("kept-cells"), "--no-vacuity", "--jobs", 0, code=0)
    lines = {line.split()[1]: line for line in out.splitlines() if ": " in line}
    assert "kept" not in lines["first:"] and "kept from an earlier check" in lines["second:"], out
