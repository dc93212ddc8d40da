"""The competition's convention on files with several properties: the word is about all of them."""
from harness import WORK, rondo, write

# A bit that toggles from 0, and one that stays 0. Bad states and justice by the letters of a name:
# h holds, v is violated.
BADS, FAIRS = {"h": "4", "v": "2"}, {"h": "4", "v": "2"}


def model(bads, fairs=""):
    lines = [f"aag 2 0 2 0 0 {len(bads)} 0 {len(fairs)} 0" if fairs else f"aag 2 0 2 0 0 {len(bads)}", "2 3", "4 4"]
    lines += [BADS[b] for b in bads] + ["1"] * len(fairs) + [FAIRS[f] for f in fairs]
    return write(f"several-{bads}-{fairs}.aag", "\n".join(lines) + "\n")


def run(bads, fairs="", *options, code):
    """Runs it; gives the model, the word, the messages and the two files."""
    file, sat, unsat = model(bads, fairs), WORK / "several.sat", WORK / "several.unsat"
    for old in sat, unsat:
        old.unlink(missing_ok=True)
    out, err = rondo("--hwmcc", file, sat, unsat, *options, code=code)
    return file, out, err, sat, unsat


def test_a_violation_of_any_invariant_is_sat_and_the_witness_names_it():
    for bads in "hv", "hhv", "hvh", "vh", "v":
        file, out, err, sat, unsat = run(bads, code=10)
        assert out == "sat\n" and err == "" and not unsat.exists(), (bads, out, err)
        assert sat.read_text().split("\n")[1] == f"b{bads.index('v')}", (bads, sat.read_text())
        assert rondo("certify", file, sat, code=0)[0].startswith("accepted"), bads


def test_unsat_means_that_all_invariants_hold_and_one_certificate_shows_it():
    for bads in "h", "hh", "hhh":
        file, out, err, sat, unsat = run(bads, code=20)
        assert out == "unsat\n" and err == "" and not sat.exists(), (bads, out, err)
        assert rondo("certify", file, unsat, code=0)[0].startswith("accepted"), bads
    # what proves that the second is never bad proves nothing about the first
    file, out, _, _, unsat = run("vh", "", "-p", "1", code=20)
    assert out == "unsat\n"
    rondo("certify", file, unsat, "-p", "1", code=0)
    assert rondo("certify", file, unsat, code=1)[0].startswith("rejected")


def test_justice_beside_other_properties_has_the_right_word_but_no_certificate():
    for bads, fairs in ("h", "h"), ("", "hh"), ("hh", "hh"):
        _, out, err, sat, unsat = run(bads, fairs, code=20)
        assert out == "unsat\n" and not sat.exists() and not unsat.exists(), (bads, fairs, out)
        assert "is not written: one file certifies all invariants, or one other property" in err, err
    for bads, fairs, name in ("h", "hv", "j1"), ("hv", "h", "b1"), ("", "vh", "j0"):
        file, out, err, sat, unsat = run(bads, fairs, code=10)
        assert out == "sat\n" and sat.read_text().split("\n")[1] == name, (bads, fairs, out, sat.read_text())
        rondo("certify", file, sat, code=0)
    file, out, err, _, unsat = run("v", "h", "--only", "justice", code=20)
    assert out == "unsat\n" and err == "" and "accepted" in rondo("certify", file, unsat, "-p", "1", code=0)[0]


def test_what_is_not_decided_is_unknown():
    _, out, err, sat, unsat = run("hh", "", "-e", "bmc", "--bmc-bound", "3", "--no-bmc-prove", code=2)
    assert out == "unknown\n" and "gave up" in err and not sat.exists() and not unsat.exists(), (out, err)
    _, out, _, _, _ = run("hv", "", "-e", "bmc", "--bmc-bound", "3", code=10)
    assert out == "sat\n"
    _, out, err, _, _ = run("hh", "", "--only", "justice", code=2)
    assert out == "unknown\n" and "no property of the kinds asked for" in err, (out, err)
    _, err = rondo("--hwmcc", write("nothing.aag", "aag 0 0 0 0 0\n"), code=2)
    assert "has no property to check" in err
