"""COMPUTE on the command line."""
from harness import WORK, objects, rondo, write


def test_a_run_that_shows_a_number_is_read_back_and_is_no_witness():
    model = write("number.smv", """MODULE main
VAR n : 0..7;
ASSIGN init(n) := 0; next(n) := n < 7 ? {n, n + 1} : n;
COMPUTE MIN [n = 2, n = 6]
INVARSPEC n != 3
""")
    out, err = rondo("check", model, "--defines", "--witness", WORK / "number", code=1)
    assert not err and (WORK / "number-inv1").exists() and not (WORK / "number-compute1").exists(), err
    told = write("number.txt", out)
    back, _ = rondo("simulate", model, "--trace", told, "--trace-number", "1", code=0)
    assert "n = 6" in back, back


def test_several_hard_questions_take_turns():
    model = write("far.smv", """MODULE main
VAR n : unsigned word[24]; go : boolean;
ASSIGN init(n) := 0ud24_0; next(n) := go ? n + 0ud24_1 : n;
COMPUTE MIN [n = 0ud24_0, n = 0ud24_4000000]
COMPUTE MIN [n = 0ud24_0, n = 0ud24_5000000]
""")
    out, _ = rondo("check", model, "--timeout", "1", code=2)
    assert "2 properties: 2 unknown" in out, out


def test_a_run_to_the_start_is_not_shown_where_there_is_no_end():
    model = write("never.smv", "MODULE main\nVAR n : 0..3;\nASSIGN init(n) := 0; next(n) := n < 2 ? n + 1 : 2;\n"
                  "COMPUTE MAX [n = 1, n = 3]\nCOMPUTE MIN [n = 1, n = 2]\n")
    never, later = objects(rondo("check", model, "--json", code=0)[0])
    assert never["value"] == "undefined" and never["evidence"]["kind"] == "invariant" and "trace" not in never, never
    assert later["value"] == 1 and later["evidence"]["kind"] == "trace", later
