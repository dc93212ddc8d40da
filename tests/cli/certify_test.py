"""Evidence of every kind of property: written by one process, accepted by another, and refused for another property and
for another model. The other property has the other verdict and so has the other model, so that to accept would be wrong."""
from harness import ROOT, TOGGLE, WORK, objects, rondo, write

# Grows up to 3 and stays; m is one step behind. The other one counts down, from 0 to 3.
GROWS = """MODULE main
IVAR go : boolean;
VAR n : 0..3; m : 0..3;
ASSIGN init(n) := 0; init(m) := 0; next(m) := n;
  next(n) := case go : {STEP}; TRUE : n; esac;
INVARSPEC NAME behind := m <= n
INVARSPEC NAME small := !(n = 2 & m = 1)
LTLSPEC NAME keeps := G (n = 2 -> X n >= 2)
LTLSPEC NAME stops := G (n = 2 -> X n <= 2)
LTLSPEC NAME cycles := G F go -> G F n = 0
LTLSPEC NAME settles := F n = 2 -> F G (n = 2 | n = 3)
CTLSPEC NAME passes := EF (n = 2 & m = 1)
CTLSPEC NAME returns := AG EF n = 0
CTLSPEC NAME linear := AG m <= n
CTLSPEC NAME below := AG !(n = 2 & m = 1)
"""
# One state after the other, to the end, or round and round.
STEPS = "MODULE main VAR x : 0..2; INIT x = 0 TRANS next(x) = {STEP} INVARSPEC NAME fine := x >= 0\n"
# One latch stays, the other toggles; justice is that of each.
JUST = "aag 2 0 2 0 0 0 0 2 0\n2 {A}\n4 {B}\n1\n1\n2\n4\nj0 first\nj1 second\n"


def hoa(first, second):
    """Accepts the words in which one value of n is followed at once by another."""
    return (f'HOA: v1\nStates: 3\nStart: 0\nAP: 2 "n = {first}" "n = {second}"\nAcceptance: 1 Inf(0)\n--BODY--\n'
            'State: 0\n[t] 0\n[0] 1\nState: 1\n[1] 2\nState: 2 {0}\n[t] 2\n--END--\n')


def models():
    grows = (write("grows.smv", GROWS.replace("{STEP}", "n = 3 ? 3 : n + 1")),
             write("shrinks.smv", GROWS.replace("{STEP}", "(n + 3) mod 4")))
    ends = (write("ends.smv", STEPS.replace("{STEP}", "x + 1")), write("rounds.smv", STEPS.replace("{STEP}", "(x + 1) mod 3")))
    just = (write("just.aag", JUST.format(A=2, B=5)), write("just2.aag", JUST.format(A=3, B=4)))
    return grows, ends, just


def rows():
    """(models, options, property or None, holds, options of a property with the other verdict, that property or None)"""
    grows, ends, just = models()
    ltl = write("f.ltl", "keeps: G (n = 2 -> X n >= 2)\n"
                "stops: G (n = 2 -> X n <= 2)\ncycles: G F go -> G F n = 0\n"
                "settles: F n = 2 -> F G (n = 2 | n = 3)\n")
    down, up = write("down.hoa", hoa(2, 1)), write("up.hoa", hoa(1, 2))
    yield grows, [], "behind", True, [], "small"
    yield grows, [], "small", False, [], "behind"
    yield just, [], "first", True, [], "second"
    yield just, [], "second", False, [], "first"
    yield just, [], "first", True, [], "second", "bmc"
    yield grows, [], "settles", True, [], "cycles", "bmc"
    for options in [], ["--automaton", "tight"], ["--encoding", "binary"], ["--no-ltl-safety"]:
        for good, bad in ("keeps", "stops"), ("settles", "cycles"):
            yield grows, options, good, True, options, bad
            yield grows, options, bad, False, options, good
            more = ["--ltl-file", ltl, *options]
            yield grows, more, good, True, more, bad
            yield grows, more, bad, False, more, good
        formulas = [f"--ltl={line.split(': ', 1)[1]}" for line in ltl.read_text().splitlines()]
        for good, bad in ("ltl0", "ltl1"), ("ltl3", "ltl2"):
            yield grows, [*formulas, *options], good, True, [*formulas, *options], bad
            yield grows, [*formulas, *options], bad, False, [*formulas, *options], good
        hoas = ["--hoa", down, "--hoa", up, *options]
        yield grows, hoas, "hoa0", True, hoas, "hoa1"
        yield grows, hoas, "hoa1", False, hoas, "hoa0"
        # CTL that LTL can say, asked so
        safety = "tight" not in options and "--no-ltl-safety" not in options
        yield grows, options, "linear", True, options, "below", "ic3" if safety else "fair"
        yield grows, options, "below", False, options, "linear", "bmc"
    yield grows, [], "passes", True, [], "returns"
    yield grows, [], "returns", False, [], "passes"
    yield grows, ["--ctl", "EF (n = 2 & m = 1)"], None, True, ["--ctl", "AG EF n = 0"], None
    yield grows, ["--ctl", "AG EF n = 0"], None, False, ["--ctl", "EF (n = 2 & m = 1)"], None
    ctl = ["--ctl-file", write("f.ctl", "#PASS: (0)\nAG AF l1\n#PASS: (1)\nAG ~l1\n")]
    yield just, ctl, "ctl0", True, ctl, "ctl1"
    yield just, ctl, "ctl1", False, ctl, "ctl0"
    lines = ["--ctl-file", write("lines.ctl", "up: EF (n = 2 & m = 1)\nback: AG EF n + 1 = 1\n")]
    yield grows, lines, "up", True, lines, "back"
    yield grows, [*lines, "--ctl-format", "lines"], "back", False, lines, "up"
    invar = ["--invar", "m <= n", "--invar", "!(n = 2 & m = 1)"]
    yield grows, invar, "invar0", True, invar, "invar1"
    yield grows, invar, "invar1", False, invar, "invar0"
    yield ends, ["--check-deadlock"], "deadlock", False, ["--check-deadlock"], "fine"
    yield ends[::-1], ["--check-deadlock"], "deadlock", True, ["--ltl", "G x < 2"], None
    yield ends[::-1], [], "fine", True, ["--ltl", "G x < 2"], None


def test_evidence_of_every_kind_is_accepted_in_a_second_process_and_refused_elsewhere():
    for number, ((model, other), options, name, holds, wrong, wrong_name, *engine) in enumerate(rows()):
        named = lambda p: ["-p", p] if p else []
        evidence = WORK / f"evidence{number}"
        rondo("check", model, *options, *named(name), *sum((["-e", e] for e in engine), []), "-q", "-J", "0",
              "-w", evidence, "-c", evidence, code=0 if holds else 1)
        out, _ = rondo("certify", model, evidence, *options, *named(name), code=0)
        assert out.startswith("accepted: "), (number, out)
        for elsewhere in [model, *wrong, *named(wrong_name)], [other, *options, *named(name)]:
            if elsewhere[0] == other and name == "fine":
                continue  # it holds of both
            out, err = rondo("certify", elsewhere[0], evidence, *elsewhere[1:])
            assert "accepted" not in out and ("rejected" in out or err), (number, elsewhere, out, err)


def test_evidence_of_all_properties_of_a_file_is_accepted():
    (model, _), _, _ = models()
    out, _ = rondo("check", model, "-q", "--json", "-w", WORK / "every.w", "-c", WORK / "every.c", code=1)
    files = sorted(WORK.glob("every-*"))
    assert len(files) == out.count("\n") == 10, (files, out)
    for file in files:
        rondo("certify", model, file, "-p", file.stem.split("-", 1)[1], code=0)


def test_a_witness_of_another_property_is_not_taken_for_the_one_asked_about():
    model = write("both.aag", "aag 1 0 1 0 0 2\n2 3\n2\n3\nb0 set\nb1 clear\n")
    rondo("check", model, "-p", "clear", "-q", "-w", WORK / "clear.txt", code=1)
    rondo("certify", model, WORK / "clear.txt", code=0)
    rondo("certify", model, WORK / "clear.txt", "-p", "clear", code=0)
    out, _ = rondo("certify", model, WORK / "clear.txt", "-p", "set", code=1)
    assert "about 'clear', not 'set'" in out, out


def test_evidence_about_an_old_smv_file_is_accepted():
    model = write("oldcert.smv", "MODULE main VAR x : boolean; ASSIGN init(x) := 1; next(x) := x; INVARSPEC x = 1")
    rondo("check", model, "--smv-old", "-q", "-c", WORK / "old.aig", code=0)
    rondo("certify", model, WORK / "old.aig", code=65)
    rondo("certify", model, WORK / "old.aig", "--smv-old", code=0)


def test_a_witness_of_several_formulas_needs_the_one_it_is_about():
    (model, _), _, _ = models()
    rondo("check", model, "-p", "cycles", "-q", "-w", WORK / "cycles.txt", code=1)
    out, err = rondo("certify", model, WORK / "cycles.txt")
    assert "accepted" not in out and (out or err), (out, err)
    # the lines fit the model, but no formula has a witness on the model alone
    lasso = write("lasso.txt", "1\nj0\n0\n\n\n.\n")
    out, _ = rondo("certify", TOGGLE, lasso, "--ltl", "F G bit", "--ltl", "F !bit", code=1)
    assert "no property j0" in out and "--property" in out, out


def test_evidence_says_itself_how_its_product_was_made():
    (model, _), _, _ = models()
    for number, options in enumerate([[], ["--automaton", "tight"], ["--encoding", "binary"], ["--no-ltl-safety"],
                                      ["--encoding", "binary", "--no-ltl-safety"]]):
        for name, holds in ("keeps", True), ("settles", True), ("stops", False), ("cycles", False):
            evidence = WORK / f"product-{number}-{name}"
            rondo("check", model, *options, "-p", name, "-q", "-w", evidence, "-c", evidence, code=0 if holds else 1)
            out, _ = rondo("certify", model, evidence, "-p", name, code=0)
            assert out.endswith("automaton checked: yes\n" if holds else "formula checked: yes\n"), (options, name, out)


def test_options_that_contradict_what_evidence_says_are_an_error():
    (model, _), _, _ = models()
    for name, file, code in ("settles", "said.aig", 0), ("cycles", "said.txt", 1):
        rondo("check", model, "--encoding", "binary", "-p", name, "-q", "-w", WORK / file, "-c", WORK / file, code=code)
        rondo("certify", model, WORK / file, "-p", name, "--encoding", "binary", code=0)
        _, err = rondo("certify", model, WORK / file, "-p", name, "--encoding", "one-hot", code=65)
        assert "made with encoding = binary, not one-hot" in err, err
        _, err = rondo("certify", model, WORK / file, "-p", name, "--no-ltl-safety", code=65)
        assert "made with ltl-safety = on, not off" in err, err
    text = (WORK / "said.txt").read_text()
    assert "\nc rondo product automaton=small encoding=binary ltl-safety=on formula=G F go -> G F n = 0" in text, text
    wrong = write("wrong.txt", text.replace("encoding=binary", "encoding=gray"))
    rondo("certify", model, wrong, "-p", "cycles", code=65)


def test_an_automaton_that_is_too_large_to_be_checked_is_said():
    model = write("wide.smv", "MODULE main VAR " + " ".join(f"x{i} : boolean;" for i in range(12)) +
                  " INIT x0 LTLSPEC " + " | ".join(f"F x{i}" for i in range(12)))
    rondo("check", model, "-q", "-c", WORK / "wide.aig", code=0)
    out, _ = rondo("certify", model, WORK / "wide.aig", code=0)
    assert "accepted: " in out and "automaton checked: no, the formula is too large" in out, out


def test_atoms_that_exclude_each_other_do_not_make_a_product_a_lie():
    # a0 and a2 are never true together: the product is simpler than the automaton over free atoms (found by the campaign)
    model = write("exclude.aag", "aag 8 0 2 3 6 1 1 3 2\n2 8 2\n4 14\n2\n16\n6\n3\n17\n0\n6\n1\n0\n2\n0\n5\n1\n0\n8\n0\n6\n"
                  "6 4 3\n8 5 3\n10 5 2\n12 11 7\n14 13 8\n16 4 2\no0 a0\no1 a1\no2 a2\n")
    formula = ["--ltl", "F (((a2 | a2) M !a0) <-> G (a1 -> a0))"]
    rondo("check", model, *formula, "-e", "fair", "--jobs", "0", "--certificate", WORK / "exclude.aig", code=0)
    out, _ = rondo("certify", model, WORK / "exclude.aig", *formula, code=0)
    assert "automaton checked: no, the product has another form" in out, out


def test_a_circuit_that_cannot_be_read_is_not_a_rejection():
    head = "aag 1 0 1 0 0 1\n2 3\n"
    for content, place in ((head + "x\n", ":3:1:"), (head, ":1:5:"), ("aig 99999999 0 0 0 0 1\n", ":1:"), (head + "0\nc\nMAPPING 2\n2 2\n", ""),
                           (head + "0\nc\nMAPPING 1\n8 2\n", ""), (head + "0\nc\nMAPPING 1\n2 8\n", ""), (head + "0\nl0 a = b\n", "")):
        out, err = rondo("certify", TOGGLE, write("broken.aag", content), "-p", "never", code=65)
        assert not out and "error" in err and f"broken.aag{place}" in err, (content, out, err)
    out, _ = rondo("certify", TOGGLE, write("whole.aag", head + "0\n"), "-p", "never", code=0)
    out, _ = rondo("certify", TOGGLE, write("whole.aag", head + "0\n"), "-p", "set", code=1)
    assert out.startswith("rejected"), out


# Eleven bits that stay what they were: too many atoms for the words of a formula to be written out.
WIDE = ("MODULE main\nVAR " + " ".join(f"b{i} : boolean;" for i in range(11)) + "\nASSIGN "
        + " ".join(f"init(b{i}) := TRUE; next(b{i}) := b{i};" for i in range(11)) + "\n")
MANY = " & ".join(f"F G b{i}" for i in range(11))


def test_a_verdict_says_what_was_not_shown():
    model = write("wide.smv", WIDE)
    # a lasso is evaluated, however large the formula is
    for formula, code, shown in (MANY, 0, False), (f"!({MANY})", 1, True), ("F G b0", 0, True):
        (line,) = objects(rondo("check", model, "--ltl", formula, "--json", code=code)[0])
        assert line["evidence"]["checked"], line
        assert (line["stats"]["formula_shown"], line["stats"]["formula_trusted"]) == (shown, not shown), line
        assert ("trusted" in line["evidence"]) == (not shown), line
        out, _ = rondo("check", model, "--ltl", formula, code=code)
        said = "\n  not shown: that the automaton accepts every violation of the formula (the formula is too large)\n"
        assert (said in out) == (not shown) == ("not shown" in out), out


def test_an_automaton_beside_strong_fairness_is_said_not_to_be_shown():
    automaton = write("stays.hoa", 'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "x"\nAcceptance: 1 Inf(0)\n--BODY--\n'
                      'State: 0\n[t] 0\n[0] 1\nState: 1 {0}\n[0] 1\n--END--\n')
    text = "MODULE main VAR x : boolean; y : boolean; ASSIGN next(x) := y ? FALSE : x;\n"
    fair = write("strong.smv", text + "COMPASSION (TRUE, y)\n")
    out, _ = rondo("check", fair, "--hoa", automaton, "--json", code=0)
    assert "strong fairness" in objects(out)[0]["evidence"]["trusted"], out
    weak = write("weak.smv", text + "JUSTICE y\n")
    out, _ = rondo("check", weak, "--hoa", automaton, "--json", code=0)
    assert "trusted" not in objects(out)[0]["evidence"], out


def test_an_automaton_too_large_to_watch_is_trusted_also_about_shorter_traces():
    count = 18
    names, all_true = [f"a{i}" for i in range(count)], "&".join(str(i) for i in range(count))
    automaton = write("wide.hoa", f"HOA: v1\nStates: 2\nStart: 0\nAP: {count} " + " ".join(f'"{name}"' for name in names) +
                      f"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[t] 0\n[{all_true}] 1\nState: 1 {{0}}\n[{all_true}] 1\n--END--\n")
    model = write("wide.smv", "MODULE main VAR n : 0..30; " + "".join(f"{name} : boolean; " for name in names) +
                  "ASSIGN init(n) := 0; next(n) := n < 20 ? {n, n + 1} : n; " + "".join(f"init({name}) := FALSE; next({name}) := n = 20; " for name in names) + "\n")
    for engine in "rlive", "sim", "fair":
        for option, longest in ("--no-shorten", 1000), ("--shortest", 23):
            (line,) = objects(rondo("check", model, "--hoa", automaton, "-e", engine, option, "--json", code=1)[0])
            assert line["verdict"] == "violated" and line["evidence"]["size"] <= longest, line
            assert line["evidence"]["trusted"] == "that the run violates the formula (the automaton is too large)", line


def test_a_circuit_whose_gates_spell_the_mark_of_another_kind_of_evidence_is_a_circuit():
    # the differences of three binary gates are the bytes of a line "BMC ..."
    model = WORK / "spelled.aig"
    model.write_bytes(b"aig 104 100 1 0 3 1\n202\n0\n" + b"\nBMC \1")
    out, _ = rondo("certify", model, model, code=0)
    assert out == "accepted: the certificate proves b0\n", out


def test_what_is_known_of_an_automaton_is_not_said_of_a_model_without_latches():
    # once the constant latch is gone the model has none, and the clauses are about the automaton's
    constant = write("constant.aag", "aag 1 0 1 1 0\n2 1 1\n2\no0 a\n")
    unfair = write("unfair.aag", "aag 1 0 1 1 0 0 0 0 1\n2 1 1\n3\n3\no0 a\n")
    direct = ("--engine", "bmc", "--bmc-ltl", "direct", "--no-ltl-safety")
    for model, formula, options in ((constant, "G a", ("--automaton", "tight")), (constant, "G F a", ("--automaton", "tight")),
                                    (unfair, "G H Y a", ())):
        proof = WORK / "direct.aag"
        out, _ = rondo("check", model, "--ltl", formula, *direct, *options, "--certificate", proof, code=0)
        assert "(bmc; bmc of size" in out, out
        rondo("certify", model, proof, "--ltl", formula, code=0)


def test_all_that_an_answer_about_a_net_rests_on_is_said():
    net = ROOT / "examples" / "philosophers.ll_net"
    places = [f"{place}{i} >= 1" for place in ("waits", "eats", "thinks", "fork") for i in range(3)]
    direct = ("--engine", "bmc", "--bmc-ltl", "direct")
    circuit = "that the circuit which was checked is the net"
    for formula, options, said in (
            ("G F (eats0 >= 1 | eats1 >= 1 | eats2 >= 1 | deadlock)", (), None),
            (f"G F ({' | '.join(places)})", (), "that the automaton accepts every violation of the formula (the formula is too large)"),
            ("X thinks0 <= 1", direct, f"that the encoding of the formula finds every violation; and {circuit}")):
        (line,) = objects(rondo("check", net, "--ltl", formula, *options, "--json", code=0)[0])
        assert line["evidence"].get("trusted") == said, line


def test_a_refusal_shows_values_of_latches_and_inputs_but_not_more_than_a_person_reads():
    def refusal(inputs):
        """Of a certificate that says x is never true, where it is next if all inputs are."""
        ands = [f"{2 * (inputs + k)} {2 * k} {2 * (inputs + k - 1) if k > 2 else 2}" for k in range(2, inputs + 1)]
        x = 2 * (2 * inputs + 1)
        lines = [f"aag {x // 2} {inputs} 1 0 {len(ands)} 1", *(str(2 * i) for i in range(1, inputs + 1)), f"{x} {4 * inputs}", str(x), *ands,
                 *(f"i{i} go{i}" for i in range(inputs)), "l0 x"]
        model = write("wide.aag", "\n".join(lines) + "\n")
        return rondo("certify", model, model, code=1)[0].split("for example with ")[1].strip()
    assert refusal(2) == "s: x = 0 go0 = 1 go1 = 1; t: x = 1"
    assert refusal(38).count(" = ") == 40 and "more" not in refusal(38)
    assert refusal(39).count(" = ") == 40 and refusal(39).endswith(" go38 = 1 and 1 values more")
