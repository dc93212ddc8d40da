"""rondo-check, the judge of evidence as a program of its own: it accepts all evidence that rondo writes, and refuses it where it would be wrong."""
import os, pathlib, re, subprocess
from harness import EXAMPLES, RONDO, ROOT, TOGGLE, WORK, Skip, objects, rondo, sanitized, write

JUDGE = pathlib.Path(RONDO).parent / "rondo-check"
MODELS = sorted([*(ROOT / "tests" / "models").glob("*.a?g"), *EXAMPLES.glob("*.a?g")])
BENCH = pathlib.Path(os.environ.get("RONDO_BENCH", ROOT.parent / "shared" / "bench"))
# Few and quick: of each kind, with both verdicts. With RONDO_TEST_SCALE above 100 all that is decided in time.
WHOLE = int(os.environ.get("RONDO_TEST_SCALE", "100")) > 100
SAMPLE = {"safety": ["139442p1.aig", "139443p5.aig"], "fair": ["bakery.aig", "abqueues2fair.aig", "cnt10bits.aig"]}
CTL_SAMPLE = ["tstrst", "af_ag", "gray", "debug", "gatedClock", "rrobin", "gtdclk2", "twophase"]


def judge(*arguments, code):
    done = subprocess.run([JUDGE, *map(str, arguments)], capture_output=True, text=True, timeout=300)
    assert done.returncode == code, f"exit {done.returncode}, not {code}: {arguments}\n{done.stdout}\n{done.stderr}"
    return done.stdout if code == 0 else done.stderr


def evidence(model, *options):
    """Checks every property of a model; gives (result, file of evidence) for each that is decided."""
    for name in "proof", "cex":
        for old in WORK.glob(name + "*.ev"):
            old.unlink()
    out, _ = rondo("check", model, "--json", "--timeout", "20", "--certificate", WORK / "proof.ev", "--witness", WORK / "cex.ev", *options)
    for result in objects(out):
        for kind, file in result.get("files", {}).items():
            if kind in ("witness", "certificate"):
                yield result, file


def check_model(model):
    """Its evidence is accepted, and no evidence of one property is taken for another that has the other verdict."""
    found = list(evidence(model))
    verdicts = {result["index"]: result["verdict"] for result, _ in found}
    for result, file in found:
        judge(model, file, "--property", result["index"], code=0)
        for other, verdict in verdicts.items():
            if verdict != result["verdict"]:
                judge(model, file, "--property", other, code=1)
    return len(found)


def test_rondo_check_accepts_the_evidence_of_all_small_models_and_refuses_it_for_other_properties():
    assert sum(check_model(model) for model in MODELS) >= 12


def test_rondo_check_accepts_proofs_by_bounded_model_checking():
    kinds = []
    for model in MODELS:
        for result, file in evidence(model, "-e", "bmc", "--bmc-bound", "40"):
            kinds.append(result["evidence"]["kind"])
            said = judge(model, file, "--property", result["index"], code=0)
            if kinds[-1] == "bmc":
                assert "holds" in said
                text = pathlib.Path(file).read_bytes()
                for changed, code in (rb"BMC or" if b"BMC bad" in text else rb"BMC bad", 1), (b"BMC two", 65):
                    (WORK / "changed.ev").write_bytes(re.sub(rb"BMC \w+", changed, text))
                    judge(model, WORK / "changed.ev", "--property", result["index"], code=code)
    assert kinds.count("bmc") >= 3, kinds


def test_rondo_check_accepts_the_evidence_of_a_sample_of_the_bench():
    models = [BENCH / folder / name for folder, names in SAMPLE.items() for name in names]
    if WHOLE:
        models = sorted(model for folder in ("safety", "fair", "live") for model in (BENCH / folder).glob("*.a?g"))
    present = [model for model in models if model.exists()]
    if not present:
        raise Skip("no benchmarks here")
    assert sum(check_model(model) for model in present) >= 3


def check_ctl(model, *options):
    """Proofs of the model's formulas are accepted; for the negation of the formula, and with the other verdict, they are not."""
    count = 0
    for result, file in evidence(model, *options, "-e", "iictl"):
        formula, count = result["formula"], count + 1
        judge(model, file, "--ctl", formula, code=0)
        text = pathlib.Path(file).read_text()
        swapped = {"holds": "violated", "violated": "holds"}[result["verdict"]]
        judge(model, write("swapped.ev", text.replace(f"\n{result['verdict']}\n", f"\n{swapped}\n", 1)), "--ctl", formula, code=1)
        judge(model, file, code=65)  # which formula?
    return count


def test_rondo_check_accepts_ctl_proofs_of_both_verdicts():
    models = ROOT / "tests" / "models"
    assert sum(check_ctl(models / f"{name}.aig", "--ctl-file", models / f"{name}.ctl") for name in ("queue", "token")) == 9


def test_rondo_check_accepts_the_ctl_proofs_of_a_sample_of_the_bench():
    names = sorted(path.stem for path in (BENCH / "ctl").glob("*.ctl")) if WHOLE else CTL_SAMPLE
    present = [name for name in names if (BENCH / "ctl" / f"{name}.aig").exists()]
    if not present:
        raise Skip("no benchmarks here")
    assert sum(check_ctl(BENCH / "ctl" / f"{name}.aig", "--ctl-file", BENCH / "ctl" / f"{name}.ctl") for name in present) >= 20


def test_rondo_check_takes_evidence_about_formulas_and_smv_models_with_their_products():
    model = write("two.smv", "MODULE main VAR n : 0..3; ASSIGN init(n) := 0; next(n) := n = 3 ? 3 : n + 1;\n"
                  "INVARSPEC NAME small := n < 3\nLTLSPEC NAME stays := F G n = 3\nLTLSPEC NAME leaves := G F n = 0\n")
    for result, file in evidence(model):
        product = WORK / "product.aig"
        rondo("convert", model, "--property", result["property"], "--product", "-o", product, code=0)
        judge(product, file, code=0)


def test_rondo_check_judges_evidence_about_ltl_by_the_formula():
    # a says that there was no req in the step before; b is a one step later
    model = write("ltl.aag", "aag 5 1 2 1 2\n2\n4 10 0\n6 4 0\n10\n8 2 4\n10 9 3\ni0 req\nl0 a\nl1 b\no0 out\n")
    proof, cex = WORK / "ltl.proof", WORK / "ltl.cex"
    holds = "G (a -> X b)", "G (b -> Y a)", "G (b -> O (a & H !b) | O b)", "G (a <-> X b)", "(b -> a) W a", "[] (req -> X !a)"
    holds += "G ((a S b) -> O b)", "G ((b T a) -> a)"  # and not with their sides exchanged
    holds += "req R (a -> X b)", "!(F (a & X !b))", "!((a & X !b) M (req | !req))", "!(req & a & (!b U (a & X !b)))", "!a | req"
    holds += "(X a -> X a) & (a U b -> F b) & (a U req -> F req) & (X b -> X b) & (F a -> F a)",  # what is written twice is one part of the tableau
    violated = "F G a", "<> req", "X X a", "!a U a", "a S b", "G (a -> (b T a))", "!a W req", "(F a) M req", "G !a"
    for formula in holds:
        for automaton, code in ("tight", 0), ("small", 65):
            rondo("check", model, "--ltl", formula, "--automaton", automaton, "--certificate", proof, code=0)
            said = judge(model, proof, "--ltl", formula, code=code)
            assert ("accepted" if code == 0 else "--automaton tight") in said, said
            judge(model, proof, "--ltl", f"!({formula})", code=code or 1)
    # the same tableau but for what is not negated, or is in each other's place
    for formula, other in (("!a | req", "a | req"), ("!(F (a & X !b))", "!(F (a & X b))"), ("G (a -> X b)", "G (a -> X !b)"), ("req R (a -> X b)", "req R (b -> X a)")):
        rondo("check", model, "--ltl", formula, "--automaton", "tight", "--certificate", proof, code=0)
        judge(model, proof, "--ltl", other, code=1)
    for formula in violated:
        for automaton in "tight", "small":
            rondo("check", model, "--ltl", formula, "--automaton", automaton, "--witness", cex, code=1)
            assert "violates the formula" in judge(model, cex, "--ltl", formula, code=0)
            judge(model, cex, "--ltl", f"!({formula})", code=1)
    judge(model, write("ltl.ev", "1\nj0\n01\n1\n0\n.\n"), "--ltl", "G a", code=1)  # b is reset to 0
    judge(model, write("ltl.ev", "1\nj0\n0\n1\n.\n"), "--ltl", "G a", code=65)
    for formula in "G", "G[0,3] a", "GFa", "a U", "EF a", "G nothing", "a a":
        judge(model, cex, "--ltl", formula, code=65)
    for other in ("--ctl", "AG a"), ("--property", "0"):
        judge(model, cex, "--ltl", "G a", *other, code=65)


def test_rondo_check_takes_no_proof_that_a_promise_is_never_kept_where_it_is():
    # z is never true, so that `F z` promises in vain; `F req` is kept now and then. Each is the proof of `!(G F z)`, or `z | !(G F z)`, with req in the place of z
    model = write("promise.aag", "aag 2 1 1 0 0\n2\n4 4 0\ni0 req\nl0 z\n")
    head = "2\n4\n6\n8 8\n10 4 10\n12 6 12\n14 0 1\n"
    gates = "16 5 3\n18 16 10\n20 17 11\n22 21 19\n24 17 6\n26 25 12\n28 24 13\n30 29 27\n"
    alone = f"aag 22 3 4 0 15 1 3 1\n{head}45\n22\n30\n33\n2\n0\n1\n{gates}32 25 14\n34 11 2\n36 15 11\n38 15 13\n40 37 9\n42 40 39\n44 42 35\n"
    beside = f"aag 23 3 4 0 16 1 3 1\n{head}47\n22\n30\n35\n2\n0\n1\n{gates}32 24 9\n34 33 14\n36 11 2\n38 15 11\n40 15 13\n42 39 9\n44 42 41\n46 44 37\n"
    for formula, proof in ("!(G F req)", alone), ("z | !(G F req)", beside):
        said = judge(model, write("promise.ev", f"{proof}c\nINTERVENTION 0\n"), "--ltl", formula, code=1)
        assert "check 'liveness' fails for condition 0" in said, said


def test_rondo_check_and_rondo_make_the_same_tableau_of_a_formula_that_is_constant():
    # b is false in every step, and so is all of the formula; fairness is met at most once, so that there are no runs
    model = write("constant.aag", "aag 2 1 1 1 0 0 0 0 1\n2\n4 0 4\n0\n4\no0 b\n")
    other = write("toggles.aag", "aag 2 1 1 1 0 0 0 0 1\n2\n4 5 4\n0\n4\no0 b\n")
    proof = WORK / "constant.ev"
    for formula in "b", "(b W i0) M b":
        for engine in "bmc", "fair", "l2s", "kliveness", "bdd":
            rondo("check", model, "--ltl", formula, "--automaton", "tight", "-e", engine, "--no-reduce", "--certificate", proof, code=0)
            judge(model, proof, "--ltl", formula, code=0)
            judge(other, proof, "--ltl", formula, code=1)


def test_rondo_check_reads_a_progress_property_without_conditions_as_one_that_every_run_meets():
    # with the constraint no run goes on after its first step; without it one toggles for ever
    for constrained, verdict in (True, "holds"), (False, "violated"):
        head, constraint = ("aag 1 0 1 0 0 0 1 1", "3\n") if constrained else ("aag 1 0 1 0 0 0 0 1", "")
        model = write("empty.aag", f"{head}\n2 3\n{constraint}0\n")
        for engine in "fair", "kliveness", "l2s", "rlive", "bmc", "bdd", "dnc":
            found = list(evidence(model, "-e", engine))
            assert [result["verdict"] for result, _ in found] == [verdict], (engine, found)
            said = judge(model, found[0][1], code=0)
            assert said.startswith("accepted: ") and said.count("\n") == 1, said  # the solver's remarks are not for users


def test_rondo_check_says_what_it_cannot_read():
    trace = write("set.ev", "1\nb0\n0\n\n\n.\n")
    judge(TOGGLE, trace, code=0)
    assert judge(TOGGLE, trace, "--property", "never", code=1).startswith("rondo-check: refused: ")
    judge(TOGGLE, write("short.ev", "1\nb0\n0\n\n.\n"), code=1)
    for text in "", "2\nb0\n.\n":
        assert "nothing to check" in judge(TOGGLE, write("nothing.ev", text), code=1)
    for text in "1\nb0\n0\n\n", "1\n0\n\n.\n", "1\nb0\n00\n\n.\n", "aag 1 0 1 0 0 1\n2 3\n", "aag 1 1 0 0 0 1\n2\n9\n", "hello\n":
        judge(TOGGLE, write("broken.ev", text), code=65)
    proof = write("proof.ev", "rondo ctl proof 1\nholds\nend\n")
    assert "stand for" in judge(TOGGLE, proof, "--ctl", "AG bit", code=65)
    for formula in "AG", "AG nothing", "EF[1,2] bit", "A [bit U", "AG bit bit", "X bit":
        judge(TOGGLE, proof, "--ctl", formula, code=65)
    for gates in "4 6 2\n6 4 2\n", "4 4 2\n6 2 2\n", "4 2 2\n8 2 2\n":  # a cycle of two, of one; one that is not announced
        judge(write("cyclic.aag", f"aag 3 0 1 0 2 1\n2 4\n6\n{gates}"), trace, code=65)
    judge(TOGGLE, trace, "--property", "7", code=65)
    judge(TOGGLE, WORK / "absent", code=65)
    judge(write("model.smv", "MODULE main\n"), trace, code=65)
    judge(TOGGLE, code=65)
    said = judge("--help", code=0)
    assert said.startswith("usage: rondo-check MODEL EVIDENCE ") and "\n  --property N|NAME  the property" in said, said


def test_inputs_that_contradict_each_other_prove_nothing():
    # x only falls, so that from x = 0 it is never true; no step has both i and !i, and all of none arrive
    model = write("falls.aag", "aag 3 1 1 0 1\n2\n4 6 4\n6 4 2\ni0 i\nl0 x\n")
    lie = ("rondo ctl proof 2\nholds\nin 2 0 : -1 0 : {inputs} 0\nend\nabout\nlatch 2 l0\ninput 1 i0\n{more}"
           "node 0 predicate 4 0\nnode 1 predicate 0 0\nnode 2 eu 3 0\nend\n")
    again, fit = "input 3 i0\n", "does not fit"
    for inputs, more, why in (("1 -1", "", fit), ("1 -2", again, "twice"), ("1 0 : 1 1", "", fit), ("0 : 1 1 1 -1", "", fit),
                              ("0 : 1 1 2 -1", again, "twice"), ("1", "", "does not follow")):
        proof = write("lie.txt", lie.format(inputs=inputs, more=more))
        assert why in judge(model, proof, "--ctl", "EF x", code=1)
        rondo("certify", model, proof, "--ctl", "EF x", code=1)


def test_a_path_of_no_steps_to_an_end_that_is_not_live_says_nothing_of_states_without_a_step():
    # x = 1 breaks the constraint: there is no path from there, and none from x = 0. The proof defines E [false U !EG true], which is no part
    # of a formula, and says that x = 1 is not in it: nothing is asked of such states. It does not follow that they satisfy EG true.
    model = write("ends.aag", "aag 1 0 1 0 0 0 1\n2 1\n3\nl0 x\n")
    lie = ("rondo ctl proof 2\nholds\nout 2 0 : 1 0 :\nin 3 0 : -1 0 : 0\nend\nabout\nlatch 1 l0\n"
           "node 0 predicate 0 0\nnode 1 eg 1 0\nnode 2 eu 0 3\nnode 3 ex 2 0\nend\n")
    assert "update 2 does not follow" in judge(model, write("ends.txt", lie), "--ctl", "EX EG true", code=1)


def test_a_ctl_proof_may_say_that_gates_of_inputs_are_equal_whatever_these_are():
    # a stays if i is true, which the constraint says: a = 1 has no end, unless it is known that a & i is 0
    model = write("stays.aag", "aag 3 1 1 0 1 0 1\n2\n4 6\n2\n6 4 2\ni0 i\nl0 a\n")
    proof = ("rondo ctl proof 2\nholds\n{}out 1 0 : 1 0 :\nend\nabout\ninput 1 i0\nlatch 2 l0\ngate 3 4 2\n"
             "node 0 predicate 0 0\nnode 1 eg 1 0\nend\n")
    judge(model, write("equal.txt", proof.format("equal 0 0 : 6 0 :\n")), "--ctl", "!a", code=0)
    assert "update 1 does not follow" in judge(model, write("equal.txt", proof.format("")), "--ctl", "!a", code=1)


def test_a_ctl_proof_says_of_the_end_of_a_path_of_no_steps_what_it_says_of_the_path():
    # x and y stay 0. Of E [false U EX x] it is said that nothing satisfies it, so nothing does EX x; with a constraint the path goes on in EG true.
    # Of E [false U (EX x | y)] that 00 does not: here the end is a negated conjunction.
    latches, atoms = "latch 2 l0\nlatch 4 l1\n", "node 0 predicate 0 0\nnode 1 predicate 8 0\nnode 2 predicate 4 0\n"
    for constraint, formula, update, nodes in (
            ("", "EX x", "out 4 0 : -1 0 :", "node 3 ex 4 0\nnode 4 eu 0 6\n"),
            ("1\n", "EX x", "out 6 0 : -1 0 :", "node 3 eg 1 0\nnode 4 and 4 6\nnode 5 ex 8 0\nnode 6 eu 0 10\n"),
            ("", "EX x | y", "out 5 0 : -1 0 -2 0 :", "node 3 ex 4 0\nnode 4 and 7 3\nnode 5 eu 0 9\n")):
        model = write("end.aag", f"aag 2 0 2 0 0 0 {len(constraint) // 2}\n2 2\n4 4\n{constraint}l0 x\nl1 y\n")
        for said, code in (update + "\n", 0), ("", 1):
            proof = f"rondo ctl proof 2\nviolated\n{said}end\nabout\n{latches}{atoms}{nodes}end\n"
            judge(model, write("end.txt", proof), "--ctl", formula, code=code)


def test_rondo_check_refuses_a_ctl_proof_that_names_what_is_not_there_or_is_something_else():
    # i is read by no atom, so that it is no state; a node speaks of older ones
    model = write("kinds.aag", "aag 3 1 1 0 1\n2\n4 6 4\n6 4 2\ni0 i\nl0 x\n")
    latch, given, nodes = "latch 2 l0\n", "input 1 i0\n", "node 0 predicate 4 0\nnode 1 eu 1 0\n"
    for about, why in ((latch + given + nodes, "leaves an initial state open"), ("latch 2 i0\n" + nodes, "for state, which it is not"),
                       ("input 2 l0\n" + nodes, "for an input, which it is not"), ("latch 2 l1\n" + nodes, "a latch 1 that is not there"),
                       (latch + "input 1 i1\n" + nodes, "an input 1 that is not there"), (latch + "latch 3 new\n" + nodes, "a latch 0 that is not there"),
                       (latch + latch + nodes, "latch 0 twice"), (latch + given + "node 0 predicate 2 0\n", "node 0 of the proof reads an input"),
                       (latch + "node 0 predicate 4 0\nnode 1 eu 2 0\n", "node 1 of the proof names one that is not older"),
                       (latch + "node 0 predicate 4 0\nnode 1 eu 1 3\n", "node 1 of the proof names one that is not older")):
        assert why in judge(model, write("kinds.txt", f"rondo ctl proof 2\nholds\nend\nabout\n{about}end\n"), "--ctl", "EF x", code=1), about
    for nodes in 0, 1:  # an update of the one behind them
        about = latch + "node 0 predicate 4 0\n" * nodes
        proof = write("behind.txt", f"rondo ctl proof 2\nholds\nout {nodes} 0 : 0 :\nend\nabout\n{about}end\n")
        assert "update 1 does not fit" in judge(model, proof, "--ctl", "EF x", code=1)


def test_rondo_check_takes_a_finite_run_for_a_violation_only_where_every_finite_run_goes_on():
    trace = write("finite.ev", "1\nb0\n0\n\n\n.\n")
    for head, condition, fair in ("aag 1 0 1 0 0", "", True), ("aag 1 0 1 0 0 0 0 0 1", "0\n", False):  # x toggles; of the second no run is fair
        said = judge(write("finite.aag", f"{head}\n2 3\n{condition}l0 x\n"), trace, "--ltl", "G !x", code=0 if fair else 1)
        assert ("a trace of 2 steps violates" if fair else "the run is not fair") in said, said


def test_rondo_check_takes_fairness_from_the_steps_of_the_loop_alone():
    model = write("fair.aag", "aag 1 1 0 0 0 0 0 0 1\n2\n3\ni0 i\n")  # i is false again and again
    for inputs, code in ("1", 1), ("1\n1", 1), ("1\n0", 0), ("0\n1", 0):
        said = judge(model, write("fair.ev", f"1\nj0\n\n{inputs}\n.\n"), "--ltl", "G !i", code=code)
        assert ("a lasso of 2 steps violates" if not code else "or the run is not fair") in said, said


def test_rondo_check_takes_a_run_for_fair_only_if_every_condition_is_met_in_its_loop():
    model = write("two.aag", "aag 2 2 0 0 0 0 0 0 2\n2\n4\n2\n4\ni0 i\ni1 k\n")
    for inputs, code in ("11", 0), ("10", 1), ("01", 1), ("10\n01", 0), ("00", 1):
        judge(model, write("two.ev", f"1\nj0\n\n{inputs}\n.\n"), "--ltl", "false", code=code)


def test_rondo_check_takes_a_run_only_if_the_model_has_it_whatever_the_formula_says():
    model = write("bound.aag", "aag 2 1 1 0 0 0 1\n2\n4 4 0\n3\ni0 i\nl0 still\n")  # i is never true
    for latch, inputs, why in ((0, "0", None), (1, "0", "step 0: still is 1, but is reset to 0"), (0, "0\n1", "step 1: constraint 0 (!i) does not hold"),
                               (0, "", "the trace has no steps")):
        for claim in "j0", "b0":
            trace = write("bound.ev", f"1\n{claim}\n{latch}\n{inputs}\n.\n".replace("\n\n", "\n"))
            said = judge(model, trace, "--ltl", "false", code=1 if why else 0)
            assert not why or why in said, said


def test_rondo_check_takes_a_proof_of_ltl_whose_circuit_has_a_reset_that_a_model_may_not_have():
    model, proof = write("still.aag", "aag 1 0 1 0 0\n2 2\nl0 x\n"), WORK / "still.proof.aag"
    rondo("check", model, "--ltl", "G !x", "--automaton", "tight", "--certificate", proof, code=0)
    head, *lines = proof.read_text().splitlines(keepends=True)
    _, variables, inputs, latches, *rest = head.split()
    last = int(inputs) + int(latches)
    lines.insert(last, f"{2 * int(variables) + 2} {2 * int(variables) + 2} {lines[last - 1].split()[0]}\n")  # one more, reset to the one before
    head = " ".join(["aag", str(int(variables) + 1), inputs, str(int(latches) + 1), *rest])
    judge(model, write("reset.ev", "".join([head + "\n", *lines])), "--ltl", "G !x", code=0)


def test_rondo_check_continues_a_run_for_ten_thousand_steps():
    trace, bits = write("long.ev", f"1\nb0\n{'0' * 14}\n\n.\n"), 14
    for last, code in (10000, 0), (10001, 1):  # counts until then, and stays there
        gates = []

        def both(a, b):
            gates.append((2 * (bits + 1 + len(gates)), a, b))
            return gates[-1][0]
        latches, there = range(2, 2 * bits + 2, 2), 1
        for k, latch in enumerate(latches):
            there = both(there, latch ^ (last >> k & 1 ^ 1))
        carry, nexts = there ^ 1, []
        for latch in latches:
            nexts.append(both(both(latch, carry) ^ 1, both(latch ^ 1, carry ^ 1) ^ 1))
            carry = gates[-3][0]
        model = write("long.aag", f"aag {bits + len(gates)} 0 {bits} 1 {len(gates)}\n" + "".join(f"{a} {b}\n" for a, b in zip(latches, nexts))
                      + f"{there}\n" + "".join(f"{a} {b} {c}\n" for a, b, c in gates) + "o0 last\n")
        said = judge(model, trace, "--ltl", "F G !last", code=code)
        assert ("a lasso of 10001 steps violates" if not code else "the state after the last step has not occurred before") in said, said


def test_rondo_check_says_which_file_it_cannot_open_and_reads_long_ones_to_the_end():
    trace = write("set.ev", "1\nb0\n0\n\n\n.\n")
    for file, why in (WORK / "absent", "No such file or directory"), (WORK, "Is a directory"):
        for files in (file, trace), (TOGGLE, file):
            assert judge(*files, code=65) == f"rondo-check: error: {file}: {why}\n"
    for steps, code in (40000, 0), (40001, 1):
        judge(TOGGLE, write("long.ev", "1\nb0\n0\n" + "\n" * steps + ".\n"), code=code)
    assert truth_now(TOGGLE, "!bit") and "is no CTL proof" in judge(TOGGLE, write("short.ev", "rondo ctl proo"), "--ctl", "bit", code=65)
    judge(TOGGLE, write("end.ev", "rondo ctl proof 2\nholds\nend\nabout\nend"), "--ctl", "!bit", code=0)


def test_rondo_check_does_without_the_end_of_the_last_line_and_without_what_a_mapping_by_order_leaves_out():
    for text in "1\nb0\n0\n\n\n.", "1\nb0\n0\n\n\n.\n":
        assert "accepted: " in judge(TOGGLE, write("end.ev", text), code=0)
    model, narrow = write("idle.aag", "aag 2 1 1 0 0 1\n2\n4 4\n0\n"), write("narrow.aag", "aag 0 0 0 0 0 1\n0\n")
    judge(model, narrow, code=0)


def test_rondo_check_says_which_reset_of_a_bounded_proof_is_none():
    model = write("reset.aag", "aag 2 0 2 0 0 1\n2 2\n4 4\n2\n")
    proof = "aag 2 0 2 0 0 1\n2 2\n4 4 {reset}\n2\nc\nBMC bad 0 forward 0 1 : 0\n"
    judge(model, write("reset.ev", proof.format(reset=0)), code=0)
    for latch, text in (1, proof.format(reset=2)), (0, proof.format(reset=0).replace("2 2\n", "2 2 5\n", 1)):
        said = judge(model, write("reset.ev", text), code=65)
        assert said.endswith(f"reset.ev: the reset of latch {latch} must be 0, 1 or the latch\n"), said


def test_rondo_check_says_what_the_line_of_a_bounded_proof_must_be():
    shape = "expected one bad literal and a comment 'BMC method set criterion m n : latches'"
    model = write("line.aag", "aag 1 0 1 0 0 1\n2 2\n2\n")  # stays 0
    circuit = model.read_text() + "c\n"
    for line in "BMC bad 0 forward 0 1 : 0", "BMC bad 0 forward 0 1 :", "of it\nBMC bad 0 backward 0 1 : 0 \nBMC it was":
        judge(model, write("line.ev", f"{circuit}{line}\n"), code=0)
    right = "bad 0 forward 0 1 : 0"
    for text in (*(f"{circuit}BMC {line}\n" for line in ("bad", "bad x forward 0 1 : 0", "bad 0", "bad 0 sideways 0 1 : 0", "bad 0 forward x 1 : 0",
                                                        "bad 0 forward 0 x : 0", "bad 0 forward 0 1 0", "bad 0 forward 0 1 : 0 x", "worse 0 forward 0 1 : 0", "")),
                 f"aag 1 0 1 0 0 0\n2 2\nc\nBMC {right}\n", f"aag 1 0 1 0 0 2\n2 2\n2\n2\nc\nBMC {right}\n"):
        proof = write("line.ev", text)
        assert complains(model, proof, about=proof) == f": {shape}", text
    none = write("none.aag", "aag 0 0 0 0 0 1\n0\n")  # no latches
    assert judge(none, write("line.ev", none.read_text() + "c\nBMC bad 0 forward 0 1 :\n"), code=0) == "accepted: property 0 holds\n"


def test_rondo_check_refuses_a_certificate_whose_resets_depend_on_themselves():
    model = write("still.aag", "aag 1 0 1 0 0 1\n2 2\n2\n")
    for latches, gates, code in ("4 4 6\n6 6 4\n", "", 1), ("4 4 8\n6 6 2\n", "8 6 4\n", 1), ("4 4 8\n6 6 2\n", "8 6 2\n", 0), ("4 4 6\n6 6 6\n", "", 0):
        said = judge(model, write("resets.ev", f"aag 4 0 3 0 {len(gates) // 6} 1\n2 2\n{latches}2\n{gates}"), code=code)
        assert not code or "latch 1 of the witness has a reset that depends on itself" in said, said


def test_rondo_check_refuses_a_bounded_proof_of_what_is_violated():
    for n in range(5):
        for criterion in "forward", "backward":
            proof = write("bounded.ev", f"aag 1 0 1 0 0 1\n2 3\n0\nc\nBMC bad 0 {criterion} 0 {n} : 0\n")
            assert "the proof is not valid: there is a" in judge(TOGGLE, proof, "-p", "set", code=1)
            judge(TOGGLE, proof, "-p", "never", code=0 if criterion == "backward" or n > 1 else 1)
            judge(TOGGLE, proof, code=1)  # not both


def truth_now(model, formula):
    """Of a formula about the first state, by a proof that says nothing: it is accepted or leaves that state open."""
    proof = write("nothing.txt", "rondo ctl proof 2\nholds\nend\nabout\nend\n")
    done = subprocess.run([JUDGE, model, proof, "--ctl", formula], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 or "leaves an initial state open" in done.stderr, done.stderr
    return done.returncode == 0


def test_rondo_check_compares_words_as_numbers():
    signs = {"=": int.__eq__, "==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
    for brackets in "[]", "<>":
        for value, other in (0, 3), (1, 1), (5, 2), (6, 6), (7, 0):
            bits = [("w", k, value >> k & 1) for k in range(3)] + [("v", k, other >> k & 1) for k in (1, 0)]
            latches = "".join(f"{2 * n} {2 * n} {bit}\n" for n, (_, _, bit) in enumerate(bits, 1))
            names = "".join(f"l{n} {name}{brackets[0]}{k}{brackets[1]}\n" for n, (name, k, _) in enumerate(bits))
            model = write("words.aag", f"aag 5 0 5 0 0\n{latches}{names}")
            other &= 3
            sides = {"w": value, "v": other, f"w{brackets[0]}2{brackets[1]}": value >> 2, **{str(n): n for n in range(9)}}
            facts = [f"{'' if holds(x, y) else '!'}({a} {sign} {b})" for a, x in sides.items() for b, y in sides.items() if not (a + b).isdigit()
                     for sign, holds in signs.items()]
            assert truth_now(model, " & ".join(facts))
            assert not truth_now(model, " & ".join([*facts[:-1], f"!{facts[-1]}"]))


def test_rondo_check_reads_names_with_their_indices_and_says_the_column_of_an_error():
    model = write("star.aag", "aag 4 0 4 0 0\n2 2 1\n4 4 0\n6 6 1\n8 8 0\nl0 x<*0*>\nl1 m.x[1]\nl2 a$b_c\nl3 x<*12*>\n")
    assert truth_now(model, "x<*0*> & !m.x[1] & a$b_c & ! x<*12*>")
    assert not truth_now(model, "x<*0*> & !m.x[1] & a$b_c & x<*12*>")
    proof = write("nothing.txt", "rondo ctl proof 2\nholds\nend\nabout\nend\n")
    for formula, said in ("x<*0*>", "holds"), ("m.x[1]", "is violated"):
        claim = write("claim.txt", f"rondo ctl proof 2\n{'holds' if said == 'holds' else 'violated'}\nend\nabout\nend\n")
        assert judge(model, claim, "--ctl", formula, code=0) == f"accepted: a proof of 0 updates shows that the formula {said}\n"
    for formula, why in (("EF  ", "the formula, column 5: expected a formula"), ("E [x<*0*> X a$b_c]", "the formula, column 11: expected U, R or W"),
                         ("x<*0*", "column 3: expected a formula"), ("x<*0*> a$b_c", "column 8: expected "), ("x<0>", "unknown signal 'x<0>'"),
                         ("x<*0*> = m.x", "unknown signal 'm.x'"), ("m.x[1] < 1234567890123456789", "is too large")):
        said = judge(model, proof, "--ctl", formula, code=65)
        assert why in said, (formula, said)


def test_rondo_check_reads_a_formula_with_operators_as_they_bind():
    # what is the same formula twice is equal whatever is proved of it; x, y and z are false in the first state, the names that look like operators true
    names = "x", "y", "z", "notx", "not.x", "EXx", "E.y", "Z", "or", "x.or.y", "U"
    model = write("binds.aag", f"aag {len(names)} 0 {len(names)} 0 0\n" + "".join(f"{2 * n} {2 * n} {int(n > 3)}\n" for n in range(1, len(names) + 1))
                  + "".join(f"l{n} {name}\n" for n, name in enumerate(names)))
    a, b, c = "EX x", "EX y", "EG z"
    pairs = [(f"{a} {outer} {b} {inner} {c}", f"{a} {outer} ({b} {inner} {c})") for outer, inner in (("->", "->"), ("->", "<->"), ("<->", "xor"), ("xor", "|"), ("|", "&"))]
    pairs += [(f"{a} {inner} {b} {outer} {c}", f"({a} {inner} {b}) {outer} {c}") for outer, inner in (("->", "<->"), ("<->", "<->"), ("xor", "xor"), ("|", "|"), ("&", "&"))]
    pairs += [("=>".join([a, b]), f"{a} -> {b}"), (f"{a} <=> {b} ^ {c}", f"{a} <-> {b} xor {c}"), (f"{a} || {b} && ~{c}", f"({a} | ({b} & !{c}))"),
              (f"{a} \\/ {b} /\\ not {c}", f"({a} | ({b} & !{c}))"), (f"{a} or {b} and {c}", f"({a} | ({b} & {c}))"),
              ("E x U y", "E [x U y]"), ("E (x U y)", "E [x U y]"), ("E (x) U y", "E [x U y]"), ("E ( (x) U y)", "E[x U y]"), ("E (EX x | y) & z U y", "E [(EX x | y) & z U y]"),
              ("A x U y & EX z", "(A [x U y]) & EX z"), ("A [x -> y U z -> EX x]", "A [(x -> y) U (z -> (EX x))]"), ("A x V !y", "A [x R (!y)]"), ("E EX x W AF z", "E [(EX x) W (AF z)]"),
              ("!EX x & y", "(!(EX x)) & y"), ("AG!EF  AX\tx", "AG (!(EF (AX (x))))"), ("AG x=1", "AG (x == 1) "),
              ("AX x", "!EX !x"), ("AF x", "!EG !x"), ("AG x", "!EF !x"), ("EF x", "E true U x"), ("EF true", "EF TRUE"), ("EF 1", "EF true"), ("EF FALSE", "EF 0")]
    assert truth_now(model, " & ".join(f"(({x}) <-> ({y}))" for x, y in pairs))
    for x, y in ((f"{a} -> {b} -> {c}", f"({a} -> {b}) -> {c}"), (f"{a} | {b} & {c}", f"({a} | {b}) & {c}"), (f"E {a} U {b}", f"E {a} R {b}"), (f"E {a} U {b}", f"A {a} U {b}"),
                 (f"E {a} U {b}", f"E {b} U {a}"), (f"E {a} U {b}", f"E {c} U {b}"), (f"E {a} W {b}", f"E {a} R {b}"), (f"A {a} W {b}", f"A {a} U {b}"), ("EF EX x", "EG EX x"),
                 ("EF x", "EX x"), ("EF x", "AF x"), ("EX x", "AX x"), ("EG EX x", "AG EX x"), ("EF x", "EF y"), ("EX (x xor y)", "EX (x | y)"), ("EF x", "x")):
        assert not truth_now(model, f"({x}) <-> ({y})"), (x, y)
    assert truth_now(model, "true & TRUE & 1 & !false & !FALSE & !0")
    assert truth_now(model, "notx & not.x & EXx & E.y & Z & x.or.y & !x & !(y or x) & U")
    for name in names[3:]:
        assert not truth_now(model, f"!{name}"), name
    proof = write("nothing.txt", "rondo ctl proof 2\nholds\nend\nabout\nend\n")
    for text, column, what in (("E x y", 5, "U, R or W"), ("E (x y) U z", 6, "')'"), ("E (x) y", 7, "U, R or W"), ("E [x U y)", 9, "]"), ("E [x] U y", 5, "U, R or W"), ("x -", 3, "the end of the formula"),
                               ("x &", 4, "a formula"), ("", 1, "a formula"), ("EX[2] x", 3, "no bounds: they cannot be read here"), ("EX [2] x", 4, "a formula"), ("EX[x]", 3, "a formula"),
                               ("x = ", 5, "a formula"), ("x U y", 3, "the end of the formula"), ("x. y", 2, "the end of the formula"),
                               ("E x U y U z", 9, "the end of the formula"), ("x <", 4, "a formula"), ("x[", 2, "the end of the formula"), ("x[]", 2, "the end of the formula")):
        assert complains(model, proof, "--ctl", text, about=proof) == f"the formula, column {column}: expected {what}", text


def test_a_word_of_rondo_check_has_the_bits_with_its_name_and_a_number():
    # x is 2, whatever other signals are called
    names = "x[0]", "x[1]", "x[0]z", "x[a", "x[]", "xx[2]", "x[2", "x[2]]", "y<1>", "y<0>", "z[0]"
    latches = "".join(f"{2 * n} {2 * n} {int(n in (2, 4, 9))}\n" for n in range(1, len(names) + 1))
    model = write("bits.aag", f"aag {len(names)} 0 {len(names)} 0 0\n{latches}" + "".join(f"l{n} {name}\n" for n, name in enumerate(names)))
    assert truth_now(model, "x = 2 & x < 3 & !x[0] & x[1] & x<1> & !x<0> & y = 2 & y[1] & !y[0] & !z[0]")
    assert not truth_now(model, "x = 2 & y = 1")
    proof = write("nothing.txt", "rondo ctl proof 2\nholds\nend\nabout\nend\n")
    for name in "x<*1*>", "x[2]", "x<2>", "y[2]", "z", "z<0>", "[0]", "x[3]", "w[0]":
        said = judge(model, proof, "--ctl", f"{name} | {name}", code=65)
        assert f"unknown signal '{name}'" in said or name[0] == "[" and "expected a formula" in said, said


def test_a_signal_without_a_name_is_called_by_its_kind_and_place_in_formulas_of_rondo_check():
    # twelve latches, of which the last has a name, each true if its place is 3, 9 or 10; the outputs are two of them; an input is false
    latches = "".join(f"{2 * n + 4} {2 * n + 4} {int(n in (3, 9, 10))}\n" for n in range(12))
    model = write("places.aag", f"aag 13 1 12 3 0 0 1\n2\n{latches}10\n3\n10\n3\nl11 i0\no2 out\n")
    assert truth_now(model, "!l0 & l3 & !l8 & l9 & l10 & !i0 & o0 & o1 & out")
    for name in "l0", "!l3", "!l9", "!l10", "i0", "!o0", "!o1", "!out":
        assert not truth_now(model, name), name
    proof = write("nothing.txt", "rondo ctl proof 2\nholds\nend\nabout\nend\n")
    for name in "l11", "l12", "l00", "l03", "l", "lx", "l3x", "o2", "i1", "b0", "x3":
        assert complains(model, proof, "--ctl", name, about=proof) == f"unknown signal '{name}'", name
    two = write("places.aag", "aag 3 2 1 1 0\n2\n4\n6 6 1\n5\ni0 a\ni1 b\nl0 a\no0 c\n")
    assert complains(two, proof, "--ctl", "a", about=proof) == "two signals have the name 'a'"
    judge(write("places.aag", two.read_text().replace("l0 a", "l0 d").replace("o0 c", "o0 a").replace("\n5\n", "\n2\n")), proof, "--ctl", "a | d", code=0)


def test_numbers_and_bits_of_rondo_check_are_decimal():
    # x is 10, and y has two bits more than ten; x > yz and not xy > z, which are the same letters
    bits = [("x", k, 10 >> k & 1) for k in range(4)] + [("y", k, int(k == 10)) for k in range(12)]
    bits += [(name, k, int(name == "z" and not k)) for name in ("xy", "z", "yz") for k in range(2)]
    latches = "".join(f"{2 * n} {2 * n} {bit}\n" for n, (_, _, bit) in enumerate(bits, 1))
    model = write("decimal.aag", f"aag 22 0 22 0 0\n{latches}" + "".join(f"l{n} {name}[{k}]\n" for n, (name, k, _) in enumerate(bits)))
    assert truth_now(model, "!(x = yz) & !(xy = z)") and truth_now(model, "x > yz & !(xy > z)") and truth_now(model, "!(xy > z) & x > yz")
    assert truth_now(model, "x = 10 & x < 11 & x > 9 & y<10> & !y<11> & y = 1024 & y < 123456789012345678 & 999999999999999999 > y")
    assert not truth_now(model, "x = 11 | y<11> | y = 1100 | y > 999999999999999999")


def test_a_comparison_of_rondo_check_reads_no_input_that_does_not_matter_to_it():
    # x is an input of two bits; what is read is state
    model = write("low.aag", "aag 2 2 0 0 0\n2\n4\ni0 x[0]\ni1 x[1]\n")
    about = "rondo ctl proof 2\nholds\nend\nabout\n{}node 0 predicate 6 0\nend\n"
    for formula, read in ("x < 2", False), ("2 > x", False), ("x >= 2", False), ("x = 4", False), ("x < 4", False), ("x = 1", True), ("x < 1", True), ("x != 0", True):
        said = judge(model, write("low.ev", about.format("latch 3 i0\n")), "--ctl", f"EF {formula}", code=1)
        assert ("for state, which it is not" in said) == (not read), (formula, said)


def test_rondo_check_maps_latches_as_the_comments_or_the_names_of_a_certificate_say():
    # x and y toggle and are never equal, which the certificate says; it has them in the other order, or each is the other's negation
    model = write("apart.aag", "aag 3 0 2 0 1 1\n2 3\n4 5 1\n6\n6 4 2\nl0 x\nl1 y\n")
    turned = "aag 5 0 2 0 3 1\n2 3 1\n4 5\n11\n6 4 2\n8 5 3\n10 9 7\n"
    for end, code, why in (("", 1, "'reset' fails"), ("c\nMAPPING 2\n2 2\n4 4\n", 1, "'reset' fails"), ("c\nMAPPING 2\n2 4\n4 2\n", 0, "accepted"),
                           ("c\nMAPPING 2\n2 3\n5 4\n", 0, "accepted"),
                           ("c\r\nMAPPING 2 \r\n2  4 \r\n 4 2\r\n", 0, "accepted"), ("l0 y = 4\nl1 =2\n", 0, "accepted"), ("l0 = 3\nl1 = 5\n", 0, "accepted"),
                           ("l0 = 2\nl1 = 4\n", 1, "'reset' fails"), ("l0 = 4\nl1 = 2\nc\nMAPPING 0\n", 1, "'property' fails"),
                           ("l0 = 4\nl1 = 2\nc\nMAPPING 0 is prose\nMAPPINGS, too\n", 0, "accepted"), ("c\nMAPPING 2\n2 4\n4 4\n", 1, "y"),
                           ("c\nMAPPING 2\n2 4\n2 2\n", 1, "is mapped twice"), ("c\nMAPPING 1\n6 2\n", 1, "is no input or latch"),
                           ("c\nMAPPING 2\n2 4\n4 6\n", 65, "literal 6 of the model, which is no input or latch"),
                           ("c\nMAPPING 2\n2 4\n4 1\n", 65, "literal 1 of the model, which is no input or latch"),
                           ("c\nMAPPING 2\n2 4\n12 2\n", 65, "literal 12 is not defined"), ("c\nMAPPING 2\n2 4\n", 65, "too few lines after MAPPING"),
                           ("c\nMAPPING 1\n2 4 4\n", 65, "'2 4 4' is not a pair of literals of MAPPING"),
                           ("l0 = y\n", 65, "no literal behind '=' in the name '= y'")):
        said = judge(model, write("turned.aag", turned + end), code=code)
        assert why in said, (end, said)


def test_rondo_check_maps_inputs_as_the_comments_of_a_certificate_say():
    # two latches are what the first input was in the step before, and its negation: never both; the certificate has the inputs in the other order
    model = write("inputs.aag", "aag 5 2 2 0 1 1\n2\n4\n6 2\n8 3\n10\n10 6 8\n")
    turned = "aag 6 2 2 0 1 1\n2\n4\n6 4\n8 5\n10\n10 6 8\n"
    for end, code, why in (("", 1, "'transition' fails"), ("c\nMAPPING 4\n2 4\n4 2\n6 6\n8 8\n", 0, "accepted"), ("c\nMAPPING 4\n2 2\n4 4\n6 6\n8 8\n", 1, "'transition' fails"),
                           ("c\nMAPPING 4\n2 4\n4 2\n6 8\n8 6\n", 1, "fails"), ("i0 = 4\ni1 = 2\nl0 = 6\nl1 = 8\n", 0, "accepted"), ("c\nMAPPING 1\n12 4\n", 65, "literal 12 is not defined"),
                           ("c\nMAPPING 1\n2 10\n", 65, "literal 10 of the model, which is no input or latch"), ("c\nMAPPING 1\n2 0\n", 65, "literal 0 of the model")):
        said = judge(model, write("turned.aag", turned + end), code=code)
        assert why in said, (end, said)


def test_a_refusal_shows_a_latch_whose_negation_is_mapped_as_negated():
    model = write("kept.aag", "aag 1 0 1 0 0 1\n2 2\n3\nl0 x\n")
    proof = write("negated.aag", "aag 1 0 1 0 0 1\n2 2 2\n2\nc\nMAPPING 1\n3 2\n")
    assert judge(model, proof, code=1).strip().endswith("for example with s: !x = 1")


def test_rondo_check_calls_what_has_no_name_by_its_kind_and_place():
    for literal, name in ("0", "0"), ("2", "input 0"), ("5", "!input 1"), ("6", "latch 0"), ("8", "literal 8"), ("11", "!literal 10"):
        trace, inputs = ("00" if literal != "5" else "01"), "2\n4\n"
        model = write("unnamed.aag", f"aag 5 2 1 0 2 1 1\n{inputs}6 6\n6\n{literal}\n8 2 6\n10 7 7\n")
        said = judge(model, write("unnamed.ev", f"1\nb0\n0\n{trace}\n.\n"), code=1)
        assert f"step 0: constraint 0 ({name}) does not hold" in said, said
    for literal, name in ("0", "0"), ("1", "1"), ("4", "literal 4"), ("5", "!literal 4"):
        proof = write("unnamed.ev", f"aag 2 0 1 0 1 1\n2 2\n2\n4 2 2\nc\nMAPPING 1\n{literal} 2\n")
        assert f" {name} of the witness is mapped, but is no input or latch" in judge(TOGGLE, proof, "--property", "0", code=1)


def complains(model, evidence, *options, about):
    """The error that is said, without the name of the file that it is about."""
    said = judge(model, evidence, *options, code=65)
    assert said.startswith("rondo-check: error: "), said
    return said[len("rondo-check: error: "):].replace(str(about), "").strip()


SMALL = "aag 3 1 1 0 1 1\n2\n4 6 0\n7\n6 4 2\n"  # an input, a latch, a gate; what is bad is that the gate is false
SMALL_TRACE = "1\nb0\n0\n0\n.\n"


def test_rondo_check_says_where_a_model_is_wrong():
    trace, place, new = write("place.ev", SMALL_TRACE), "the place of a symbol", "a variable that is new"
    large, reset = "fewer variables, in a file of this size", "a reset of 0, 1 or the latch itself"
    end, blank, announced = "the end of the line", "a blank", "a literal of the variables that the header announces"
    for old, changed, line, what in (
            ("aag 3", "aag 2", 1, "a header whose numbers agree"), ("1 1\n2", "1 1 0 0 0 0\n2", 1, end), ("1 0 1 1\n2", "1\n2", 1, blank),
            ("1 0 1 1\n2", "1 0\n2", 1, blank), (SMALL, "aag 0", 1, blank), ("aag 3", "aag x", 1, "a number of the header"), ("aag 3", "aag  3", 1, "a number of the header"),
            ("aag 3", "aag 4294967296", 1, "a number of the header"), ("aag 3", "aag 1048999", 1, large), ("aag 3", "aag 1073741825", 1, large),
            ("\n2\n", "\n3\n", 2, new), ("\n2\n", "\n0\n", 2, new), ("\n2\n", "\n2 4\n", 2, end), ("4 6 0", "2 6 0", 3, new),
            ("4 6 0", "5 6 0", 3, new), ("4 6 0", "4", 3, blank), ("4 6 0", "4 6 2", 3, reset), ("4 6 0", "4 6 5", 3, reset),
            ("\n7", "\n4294967295", 4, announced), ("\n7", "\n4294967296", 4, "a literal"),
            ("\n7", "\n8", 4, announced), ("\n7", "\nx", 4, "a literal"), ("\n7", "\n 7", 4, "a literal"), ("6 4 2", "4 4 2", 5, new),
            ("6 4 2", "7 4 2", 5, new), ("6 4 2", "6 4", 5, blank), ("6 4 2", "6 8 2", 5, announced), ("6 4 2", "", 5, "a literal"),
            ("6 4 2", "6 4 2\nx0 a", 6, "a symbol, or the comments"), ("6 4 2", "6 4 2\ni0 a\ni1 b", 7, place), ("6 4 2", "6 4 2\nb1 a", 6, place),
            ("6 4 2", "6 4 2\nc0 a", 6, place), ("6 4 2", "6 4 2\nl a", 6, place), ("6 4 2", "6 4 2\nl0a", 6, blank),
            (SMALL, "aig 3 1 1 0 0 1\n3\n2\n", 1, "a header whose numbers agree")):
        model = write("place.aag", SMALL.replace(old, changed))
        assert complains(model, trace, about=model) == f":{line}: expected {what}", (changed, what)
    for old, changed, what in (("6 4 2", "6 6 2", "gate 6 reads itself, in the end"), (SMALL, "aag ", "not an AIGER file"),
                               ("aag 3 1 1 0 1 1\n2\n4 6 0\n7", "aag 4 1 1 0 1 1\n2\n4 6 0\n9", "literal 8 is not defined")):
        model = write("place.aag", SMALL.replace(old, changed))
        assert complains(model, trace, about=model) == f": {what}", (changed, what)
    for old, changed in ((SMALL, SMALL), ("aag 3", "aag 4"), ("4 6 0", "4 6"), ("4 6 0", "4 6 4"), ("\n", "\r\n"),
                         ("6 4 2", "6 4 2\ni0 a\nl0 b\nb0 c d\nc\nx"), ("6 4 2\n", "6 4 2\nc"), ("6 4 2\n", "6 4 2"), ("6 4 2\n", "6 4 2\nc\r\nx")):
        judge(write("place.aag", SMALL.replace(old, changed)), trace, code=0)


def test_rondo_check_takes_as_many_variables_as_a_file_of_that_size_may_have():
    size = len(f"aag {1 << 20} 0 0 0 0 1\n0\n")
    for more, code in (0, 0), (1, 65):
        model = write("size.aag", f"aag {(1 << 20) + 8 * size + more} 0 0 0 0 1\n0\n")
        assert len(model.read_text()) == size
        judge(model, model, code=code)


def test_rondo_check_says_which_gate_of_a_binary_file_is_wrong():
    trace, older = write("place.ev", SMALL_TRACE), "a gate that reads older variables"
    for gates, said in ((b"\2\2", None), (b"\2\0", None), (b"\2\4", None), (b"\6\0", None), (b"\0\0", older), (b"\7\0", older), (b"\2\5", older),
                        (b"\2", "a gate"), (b"\x82\x80\x80\x80\0\2", None), (b"\x82\x80\x80\x80\x80\0\2", "a gate"),
                        (b"\x80\x80\x80\x80\x10\0", older)):
        model = write("place.aig", b"aig 3 1 1 0 1 1\n6 0\n0\n" + gates)
        if said:
            assert complains(model, trace, about=model) == f":4: expected {said}", (gates, said)
        else:
            assert "the bad literal" in judge(model, trace, code=1)


def test_rondo_check_says_where_a_proof_or_a_trace_is_wrong():
    number, literals, known, next_node = "a number", "two literals", "a literal that is known", "the next node"
    proof = "rondo ctl proof 2\nholds\ngate 1 1\nout 1 0 : 0 :\nend\nabout\nlatch 2 l0\ngate 3 4 4\nnode 0 predicate 4 0\nnode 1 ex 0 0\nend\n"
    for old, changed, line, what in (
            ("proof 2", "proof 3", 1, "'rondo ctl proof 2'"), ("proof 2", "proof 0", 1, "'rondo ctl proof 2'"), ("proof 2", "proof 2 x", 1, "the end of the line"),
            ("holds", "held", 2, "holds or violated"), ("gate 1 1", "gate 1", 3, literals), ("gate 1 1", "gate 1 1 1", 3, literals),
            ("out 1 0", "outs 1 0", 4, "a gate, an update or 'end'"), ("out 1 0", "out 1", 4, number), ("out 1 0", "out -1 0", 4, number),
            ("out 1 0", "out 2000000001 0", 4, number), ("out 1 0", "out 1 0 1", 4, "':'"), (": 0 :", ": 0", 4, "':'"),
            (": 0 :", ": 0 : : : 0", 4, "the end of the line"),
            ("latch 2", "latch 100000001", 7, "the number of a gate"), ("l0", "x0", 7, "where it comes from"), ("gate 3", "gate 100000001", 8, "the number of a gate"),
            ("gate 3 4 4", "gate 3 4 6", 8, known), ("gate 3 4 4", "gate 3 2 4", 8, known), ("gate 3 4 4", "gate 3 8 4", 8, known), ("node 0", "node 1", 9, next_node),
            ("predicate", "pred", 9, "what the node is"), ("4 0\nnode", "5\nnode", 9, number), ("node 1", "node 0", 10, next_node), ("ex 0 0", "ex 0", 10, number),
            ("node 1", "knot 1", 10, "latch, input, node, gate or end"), ("ex 0 0\nend\n", "ex 0 0\n", 11, "latch, input, node, gate or end")):
        evidence = write("place.txt", proof.replace(old, changed, 1))
        assert complains(TOGGLE, evidence, "--ctl", "AG bit", about=evidence) == f":{line}: expected {what}", (changed, what)
    evidence = write("place.txt", proof[:proof.index("about")])
    assert "the proof does not say what its numbers stand for" in complains(TOGGLE, evidence, "--ctl", "AG bit", about=evidence)
    for end in "\n", "  \n", " \r\n":
        judge(TOGGLE, write("place.txt", proof.replace("\n", end)), "--ctl", "bit", code=1)
    judge(TOGGLE, write("place.txt", proof.replace("out 1 0", "out 1 2000000000")), "--ctl", "bit", code=1)  # a number, but too large for an update
    for old, changed, line, what in (
            ("1\n", "3\n", 1, "the status of a witness: 0, 1, 2"), ("1\n", "1 \n", 1, "the end of the line"),
            ("b0\n", "", 2, "the property that is violated, like b0 or j0"),
            ("b0", "b", 2, "the number of a property"), ("b0", "b0 x", 2, "the end of the line"), ("b0\n0", "b0\n", 3, "0, 1 or x for each latch or input"),
            ("b0\n0", "b0\n00", 3, "the end of the line"), ("0\n.", "2\n.", 4, "0, 1 or x for each latch or input"), (".\n", "", 5, "the '.' that ends a witness"),
            (".\n", ". x\n", 5, "the end of the line")):
        evidence = write("place.txt", SMALL_TRACE.replace(old, changed, 1))
        assert complains(write("place.aag", SMALL), evidence, about=evidence) == f":{line}: expected {what}", (changed, what)


def test_rondo_check_says_which_property_it_takes_evidence_for():
    # bad are x and its negation; x toggles, so that a loop has two steps
    model = write("which.aag", "aag 1 0 1 0 0 2 0 2\n2 3\n2\n3\n1\n1\n2\n3\nb0 same\nb1 one\nj0 same\nj1 two\n")
    trace, lasso, short = (write(name, text) for name, text in (("b1.ev", "1\nb1\n0\n\n.\n"), ("j1.ev", "1\nj1\n0\n\n\n.\n"), ("open.ev", "1\nj1\n0\n\n.\n")))
    for evidence, right, name in (trace, "1", "one"), (lasso, "3", "two"):
        for options in ("--property", right), ("-p", name), ():
            assert "violates" in judge(model, evidence, *options, code=0)
        for wrong in {"0", "1", "2", "3"} - {right}:
            assert f"the witness is about property {right}, not {wrong}" in judge(model, evidence, "-p", wrong, code=1)
    assert "the state after the last step has not occurred before" in judge(model, short, code=1)
    assert "has two properties 'same': give the number" in judge(model, trace, "-p", "same", code=65)
    for asked in "4", "", "1 ", "+1", "0000000001", "two ":
        assert f"has no property '{asked}'; it has 4" in judge(model, trace, "-p", asked, code=65)
    judge(model, trace, "-p", "000000001", code=0)
    for claim in "b2", "j2", "b3":
        assert f"the model has no property {claim}" in judge(model, write("none.ev", f"1\n{claim}\n0\n\n.\n"), code=1)
    old = write("which.aag", "aag 1 0 1 2 0\n2 3\n2\n3\no1 one\n")  # outputs are bad where there are no properties
    judge(old, trace, "-p", "one", code=0)
    judge(old, write("which.ev", "1\nb0\n0\n.\n"), code=1)
    both = write("which.aag", "aag 1 0 1 1 0 0 0 1\n2 3\n3\n1\n3\n")
    judge(both, write("which.ev", "1\nj0\n0\n\n\n.\n"), "-p", "0", code=0)
    judge(both, trace, "-p", "1", code=65)
    many = write("which.aag", "aag 1 0 1 0 0 12\n2 3\n" + "2\n" * 10 + "3\n2\n")
    judge(many, write("which.ev", "1\nb10\n0\n\n.\n"), "-p", "10", code=0)
    none, three = "aag 0 0 0 0 0 {}\n", "aag 0 0 0 0 0 0 0 3\n1\n1\n1\n0\n0\n0\n"
    for model, witness, why in ((none.format(0), none.format("1") + "0\n", "has no invariant: say with --property which property it is"),
                                (three, none.format("1 0 2") + "0\n1\n1\n0\n0\n", "has no justice property 2")):
        said = judge(write("bare.aag", model), write("proof.aag", witness), *("-p 2".split() if model == three else ()), code=65)
        assert why in said, said


def test_rondo_check_says_what_a_trace_violates_and_passes_over_its_comments():
    # x toggles; bad are its negation, twice, and x itself
    model = write("claims.aag", "aag 1 0 1 0 0 3 0 2\n2 3\n3\n3\n2\n1\n1\n2\n3\n")
    for text, *said in (("1\nb1\n0\n\n.\n", "trace of 1 steps violates b1"), ("c of x\nu4\n\r\n1\nb2\n0\n\n\n.\nc\n\n", "trace of 2 steps violates b2"),
                       ("1\nj1\n0\n\n\n.\n", "lasso of 2 steps violates j1"), ("2\nb0\n.\n1\nb1 b0\nx\n\n.\n", "trace of 1 steps violates b1", "trace of 1 steps violates b0"),
                       ("1\nb0b1 \n0\n\n.\n1\nb2\n0\n\n\n.\n", "trace of 1 steps violates b0", "trace of 1 steps violates b1", "trace of 2 steps violates b2")):
        assert judge(model, write("claims.ev", text), code=0) == "".join(f"accepted: a {line}\n" for line in said), text
    for claims in "b0b2", "b2 b0", "b0j0":
        judge(model, write("claims.ev", f"1\n{claims}\n0\n\n.\n"), code=1)


def test_rondo_check_says_which_property_a_certificate_shows():
    one, two = (write(f"still{n}.aag", f"aag 1 0 1 0 0 {n} 0 0 0\n2 2\n" + "2\n" * n) for n in (1, 2))  # the latch stays 0
    witness = "aag 1 0 1 0 0 1\n2 2\n2\n"
    for proof in witness, witness + "c\nBMC bad 0 forward 0 1 : 0\n":
        proof = write("still.ev", proof)
        for model, options, said in ((one, (), "property 0 holds"), (two, (), "no bad state of the model can be reached"), (two, ("-p", "0"), "property 0 holds"),
                                     (two, ("-p", "1"), "property 1 holds")):
            assert judge(model, proof, *options, code=0) == f"accepted: {said}\n"
    first, never = write("first.aag", "aag 1 0 1 0 0 2\n2 3\n0\n2\n"), write("never.ev", "aag 1 0 1 0 0 1\n2 3\n0\n")  # the second is violated
    for options, code in (("-p", "0"), 0), (("-p", "1"), 1), ((), 1):
        judge(first, never, *options, code=code)
    windows = write("windows.aag", TOGGLE.read_bytes().replace(b"\n", b"\r\n"))
    judge(windows, write("never.ev", "aag 1 0 1 0 0 1\r\n2 3\r\n0\r\n"), "-p", "never", code=0)
    assert truth_now(windows, "!bit")


def test_rondo_check_needs_two_files_and_values_of_options():
    for arguments, why in (((TOGGLE,), "a model and a file of evidence are needed"), ((TOGGLE, "-"), "error: -: No such file or directory"),
                           ((TOGGLE, "-x"), "no such option: -x"), (("--prop", "0"), "no such option: --prop"), ((TOGGLE, TOGGLE, TOGGLE), f"too many files: {TOGGLE}\nusage: "),
                           ((TOGGLE, TOGGLE, "--ltl"), "--ltl needs a value"), ((TOGGLE, TOGGLE, "-p"), "-p needs a value"),
                           ((TOGGLE, TOGGLE, "--ltl", "bit", "--ctl", "bit"), "--ltl stands in the place of"),
                           ((TOGGLE, TOGGLE, "--ltl", "bit", "-p", "0"), "--ltl stands in the place of"),
                           ((TOGGLE, TOGGLE, "--ctl", "bit"), "is no CTL proof"), ((TOGGLE, write("proof.ev", "rondo ctl proof 2\n")), "say with --ctl which formula")):
        assert why in judge(*arguments, code=65)


def test_rondo_check_says_how_deep_a_formula_may_be_and_that_it_has_no_bounds():
    proof = write("nothing.txt", "rondo ctl proof 2\nholds\nend\nabout\nend\n")
    for formula, column, what in (("!" * 2000 + "bit", 2001, "a formula that is not as deep"), ("(" * 2000 + "bit", 2001, "a formula that is not as deep"),
                                  ("bit -> " * 2000 + "bit", 7 * 2000, "a formula that is not as deep"), ("EF[1,2] bit", 3, "no bounds: they cannot be read here"),
                                  ("bit bit", 5, "the end of the formula"), ("(bit", 5, "')'"), ("E [bit U bit", 13, "]"), ("E (bit U bit]", 13, ")")):
        said = complains(TOGGLE, proof, "--ctl", formula, about=proof)
        assert said == f"the formula, column {column}: expected {what}", (formula[:20], said)
    assert not truth_now(TOGGLE, "!" * 1998 + "bit") and truth_now(TOGGLE, "bit -> " * 1999 + "bit")


def test_rondo_check_calls_signals_of_a_product_by_the_names_of_the_model():
    model = write("named.aag", "aag 1 0 1 0 0\n2 3\nl0 flips\n")
    proof = write("named.ev", "aag 1 0 1 0 0 0 0 1\n2 2\n1\n0\nl0 other\n")
    said = judge(model, proof, "--ltl", "F flips", code=1)
    assert "fails, for example with" in said and " flips = " in said and "other" not in said, said


def test_rondo_check_continues_a_finite_run_with_its_last_inputs_but_not_a_lasso():
    model = write("chain.aag", "aag 5 2 3 0 0\n2\n4\n6 2\n8 6\n10 8\ni0 a\ni1 b\n")  # what a was in the last three steps
    for inputs, formula, shape in ("10", "G F (b | !a)", "lasso of 4 steps"), ("10", "!a", "trace of 1 steps"), ("01", "F G !b", "lasso of 1 steps"):
        said = judge(model, write("chain.ev", f"1\nb0\n000\n{inputs}\n.\n"), "--ltl", formula, code=0)
        assert f"a {shape} violates the formula" in said, said
    for formula, why in ("G F (b | !a)", "the state after the last step has not occurred before"), ("!a", "the state after the last step has not occurred before"):
        assert why in judge(model, write("chain.ev", "1\nj0\n000\n10\n.\n"), "--ltl", formula, code=1)
    assert "the formula is not false on the run" in judge(model, write("chain.ev", "1\nb0\n000\n10\n.\n"), "--ltl", "F a", code=1)


def test_rondo_check_says_that_there_is_not_enough_memory():
    if sanitized():
        raise Skip("a build that watches its memory needs more of it")
    model = write("big.aag", "aag 1000000 0 0 0 0 1\n0\n")
    judge(model, model, code=0)
    limited = subprocess.run(["sh", "-c", 'ulimit -v 60000 && "$0" "$1" "$1"', JUDGE, model], capture_output=True, text=True)
    assert (limited.returncode, limited.stderr) == (65, "rondo-check: error: out of memory\n"), limited
    proof = write("big.txt", "rondo ctl proof 2\nholds\nend\nabout\nlatch 100000000 l0\nend\n")  # as many gates as a proof may have
    limited = subprocess.run(["sh", "-c", 'ulimit -v 60000 && "$0" "$1" "$2" --ctl bit', JUDGE, TOGGLE, proof], capture_output=True, text=True)
    assert (limited.returncode, limited.stderr) == (65, "rondo-check: error: out of memory\n"), limited
