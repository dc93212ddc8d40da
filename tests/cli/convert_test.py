"""What convert writes means the same as what it read, and what it cannot write it says."""
import re

from harness import TOGGLE, WORK, objects, rondo, write

# Every kind of property, with fairness, a constraint on inputs and a choice made on leaving a state.
MODEL = """MODULE main
IVAR go : boolean; wait : boolean;
VAR n : 0..3; m : 0..3; seen : boolean;
ASSIGN init(n) := 0; init(m) := 0; next(m) := n; init(seen) := FALSE; next(seen) := go;
  next(n) := case go : (n + 1) mod 4; TRUE : n; esac;
TRANS !(go & wait)
FAIRNESS seen
INVARSPEC NAME near := n = m | n = (m + 1) mod 4
INVARSPEC NAME small := n < 3
LTLSPEC NAME safe := G (n = 1 -> X (n = 1 | n = 2))
LTLSPEC NAME unsafe := G (n = 1 -> X n = 1)
LTLSPEC NAME live := G F n = 2
LTLSPEC NAME dead := F G n = 2
LTLSPEC NAME past := G (n = 2 -> O n = 1)
CTLSPEC NAME chooses := AG (EX n = m)
CTLSPEC NAME both := EX n = 0 & EX n = 1
CTLSPEC NAME linear := AG AF n = 3
"""
HOLDS = {"near", "safe", "live", "past", "chooses", "both", "linear"}


def verdicts(*arguments):
    return {x["property"]: x["verdict"] for x in objects(rondo("check", *arguments, "--json", "-q")[0])}


def test_what_a_format_cannot_say_is_an_error_and_no_file():
    model, target = write("all.smv", MODEL), WORK / "refused.aig"
    _, err = rondo("convert", model, "-o", target, code=65)
    for name in "safe", "unsafe", "live", "dead", "past", "chooses", "both", "linear":
        assert f"'{name}' cannot be written as binary AIGER" in err, err
    assert "'near'" not in err and "'small'" not in err and "--product" in err and not target.exists(), err


def test_drop_writes_the_rest_and_names_what_it_left_out():
    model, target = write("all.smv", MODEL), WORK / "dropped.aag"
    _, err = rondo("convert", model, "--drop", "-o", target, code=0)
    assert err.count("left out") == 8 and "'live'" in err, err
    assert verdicts(target) == {"near": "holds", "small": "violated"}


def test_one_property_alone_can_be_written():
    model = write("all.smv", MODEL)
    rondo("convert", model, "-p", "small", "-o", WORK / "one.aig", code=0)
    assert verdicts(WORK / "one.aig") == {"small": "violated"}
    rondo("convert", model, "-p", "small", "--property", "0", "-o", WORK / "two.aig", code=0)
    assert verdicts(WORK / "two.aig") == {"near": "holds", "small": "violated"}
    _, err = rondo("convert", model, "-p", "nothing", code=64)
    assert "no property 'nothing'" in err, err


def test_a_file_with_one_property_takes_the_certificate_of_one():
    # a checker that looks at all bad states of a file, as ours does without -p, refuses it for the whole file
    rondo("check", TOGGLE, "-p", "never", "-q", "-c", WORK / "never.aig", code=0)
    rondo("certify", TOGGLE, WORK / "never.aig", code=1)
    rondo("convert", TOGGLE, "-p", "never", "-o", WORK / "only-never.aig", code=0)
    rondo("certify", WORK / "only-never.aig", WORK / "never.aig", code=0)


def test_verdicts_are_the_same_after_writing_smv():
    model = write("all.smv", MODEL)
    before = verdicts(model)
    assert {name for name, verdict in before.items() if verdict == "holds"} == HOLDS and len(before) == 10, before
    rondo("convert", model, "-o", WORK / "again.smv", code=0)
    assert verdicts(WORK / "again.smv") == before
    rondo("convert", WORK / "again.smv", "-o", WORK / "third.smv", code=0)
    assert verdicts(WORK / "third.smv") == before


def test_inputs_that_ctl_reads_belong_to_the_state_after_writing_smv():
    model = write("in.aag", "aag 2 1 1 0 0\n2\n4 2\ni0 a\nl0 x\n")
    for formula in "AG (a -> AX x)", "EX x & EX !x", "EX (a & x) & EX (!a & x)", "AG (EX x & EX !x)", "a | EX x":
        rondo("convert", model, "--ctl", formula, "-o", WORK / "in.smv", code=0)
        before, after = verdicts(model, "--ctl", formula), verdicts(WORK / "in.smv")
        assert list(before.values()) == list(after.values()), (formula, before, after)
    _, err = rondo("convert", model, "--ctl", "EX x", "--ctl", "EX a", "--to", "smv", code=65)
    assert "'ctl1'" in err and "other inputs" in err and "'ctl0'" not in err, err


def test_a_product_takes_the_witness_and_the_certificate_of_the_formula():
    model, evidence = write("all.smv", MODEL), WORK / "product.evidence"
    hoa = write("twice.hoa", 'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "n = 2"\nAcceptance: 1 Inf(0)\n--BODY--\n'
                'State: 0\n[t] 0\n[0] 1\nState: 1 {0}\n[0] 1\n--END--\n')
    formulas = write("some.ltl", "first: G F n = 2\nsecond: G (n = 1 -> X n = 1)\n")
    asked = [(["-p", name], name) for name in ("safe", "unsafe", "live", "dead", "past")]
    asked += [(["-p", "linear", "-e", "fair"], "linear"), (["--hoa", hoa], "hoa0"), (["--ltl", "G F n = 3"], "ltl0"),
              (["--ltl-file", formulas, "-p", "second"], "second"), (["--ctl", "AG n < 3", "-e", "bmc"], "ctl0")]
    seen = set()
    for options in [], ["--automaton", "tight"], ["--encoding", "binary"], ["--no-ltl-safety"]:
        for arguments, name in asked:
            (answer,) = objects(rondo("check", model, *arguments, *options, "--json", "-q", "-w", evidence, "-c", evidence)[0])
            given = arguments[:arguments.index("-e")] if "-e" in arguments else arguments
            rondo("convert", model, *given, *options, "--product", "-o", WORK / "product.aig", code=0)
            out, _ = rondo("certify", WORK / "product.aig", evidence, code=0)
            assert out.startswith("accepted"), (arguments, options, out)
            assert verdicts(WORK / "product.aig") == {name: answer["verdict"]}, (arguments, options)
            seen.add((answer["verdict"], answer["evidence"]["kind"]))
    assert {("holds", "ranking"), ("violated", "lasso")} <= seen, seen


def test_a_safety_product_is_a_bad_state():
    model = write("plain.smv", "MODULE main VAR x : boolean; y : boolean; ASSIGN init(x) := FALSE; next(x) := y | x;\n"
                  "LTLSPEC NAME stays := G (x -> X x)\nLTLSPEC NAME off := G !x\n")
    for name, code in ("stays", 0), ("off", 1):
        rondo("convert", model, "-p", name, "--product", "-o", WORK / "bad.aag", code=0)
        lines = (WORK / "bad.aag").read_text().splitlines()
        assert lines[0].split()[6] == "1" and f"b0 {name}" in lines, lines  # one bad state, with the name
        rondo("check", model, "-p", name, "-q", "-w", WORK / "bad.evidence", "-c", WORK / "bad.evidence", code=code)
        rondo("certify", WORK / "bad.aag", WORK / "bad.evidence", code=0)


def test_all_properties_of_a_file_go_to_aiger_with_products():
    model = write("all.smv", MODEL)
    _, err = rondo("convert", model, "--product", "-o", WORK / "whole.aig", code=65)
    assert "'chooses'" in err and "'both'" in err and "LTL cannot say" in err and "'live'" not in err, err
    rondo("convert", model, "--product", "--drop", "-o", WORK / "whole.aig", code=0)
    before = verdicts(model)
    assert verdicts(WORK / "whole.aig") == {name: before[name] for name in before if name not in ("chooses", "both")}


def test_the_format_is_told_by_the_ending_or_by_name():
    for arguments, start in (["--to", "aag"], "aag "), (["--ascii"], "aag "), (["--to", "smv"], "MODULE"), (["--smv"], "MODULE"), ([], "aag "):
        assert rondo("convert", TOGGLE, *arguments, code=0)[0].startswith(start), arguments
    for arguments in ["--to", "aig"], ["--binary"]:
        assert rondo("convert", TOGGLE, *arguments, code=0, text=False)[0].startswith(b"aig "), arguments
    rondo("convert", TOGGLE, "--to", "smv", "-o", WORK / "named.aig", code=0)
    assert (WORK / "named.aig").read_text().startswith("MODULE")
    for wrong in ["--ascii", "--binary"], ["--to", "smv", "--ascii"], ["--to", "vhdl"], ["-o", WORK / "x.vhdl"]:
        _, err = rondo("convert", TOGGLE, *wrong, code=64)
        assert err and not (WORK / "x.vhdl").exists(), wrong


def test_an_automaton_goes_to_smv_as_a_product_alone():
    hoa = write("never.hoa", 'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "bit"\nAcceptance: 1 Inf(0)\n--BODY--\n'
                'State: 0\n[t] 0\n[0] 1\nState: 1 {0}\n[0] 1\n--END--\n')
    _, err = rondo("convert", TOGGLE, "--hoa", hoa, "--to", "smv", code=65)
    assert "'hoa0'" in err and "automaton" in err, err
    rondo("convert", TOGGLE, "--hoa", hoa, "--product", "-o", WORK / "hoa.smv", code=0)
    assert verdicts(WORK / "hoa.smv") == verdicts(TOGGLE, "--hoa", hoa) == {"hoa0": "holds"}


def test_show_tells_what_properties_from_outside_depend_on():
    model = write("in.aag", "aag 2 1 1 0 0\n2\n4 2\ni0 a\nl0 x\n")
    out, _ = rondo("show", model, "--ltl", "G F x", "--ctl", "EX a", code=0)
    assert "2 properties" in out and re.search(r"0  ltl  ltl0: G F x\n     depends on 1 input, 1 latch", out), out
    assert re.search(r"1  ctl  ctl1: EX a\n     depends on 1 input, 0 latches", out), out
