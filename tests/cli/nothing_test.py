"""Models and properties with next to nothing in them: constraints that contradict each other, justice sets without a literal,
systems without latches and inputs, files without properties. All engines answer, and what they write is accepted."""
from harness import WORK, objects, rondo, write

PROVERS = ["fair", "rlive", "kliveness", "l2s"]

# Two properties each: justice {} and justice {true}, which both ask for an infinite run.
NO_RUN = {
    "false": "aag 1 0 1 0 0 0 1 2\n2 3\n0\n0\n1\n1\n",  # the constraint is false
    "both": "aag 1 0 1 0 0 0 2 2\n2 3\n2\n3\n0\n1\n1\n",  # a latch and its negation
    "later": "aag 2 0 2 0 0 0 1 2\n2 1\n4 2\n5\n0\n1\n1\n",  # in the third step there is no way on
    "nowhere": "aag 0 0 0 0 0 0 1 2\n0\n0\n1\n1\n",  # no latch either
}
RUN = {"blinker": "aag 1 0 1 0 0 0 0 2\n2 3\n0\n1\n1\n", "empty": "aag 0 0 0 0 0 0 0 2\n0\n1\n1\n"}

# Bad: false, true; justice: {}, {false}, {true}.
EMPTY = "aag 0 0 0 0 0 2 0 3\n0\n1\n0\n1\n1\n0\n1\n"
EMPTY_VERDICTS = ["holds", "violated", "violated", "holds", "violated"]


def check(model, number, *options):
    """The verdict of a property; its evidence is written, and accepted by another process."""
    witness, certificate = WORK / "nothing.witness", WORK / "nothing.certificate"
    for file in witness, certificate:
        file.unlink(missing_ok=True)
    out, err = rondo("check", model, "-p", number, *options, "--json", "--witness", witness, "--certificate", certificate)
    (only,) = objects(out)
    if only["verdict"] != "unknown":
        assert only["evidence"]["checked"], only
        (written,) = [file for file in (witness, certificate) if file.exists()]
        out, err = rondo("certify", model, written, "-p", number, code=0)
        assert out.startswith("accepted"), (out, err)
    return only["verdict"]


def test_no_condition_and_the_condition_true_mean_the_same():
    for models, verdict in (NO_RUN, "holds"), (RUN, "violated"):
        for name, text in models.items():
            model = write(f"{name}.aag", text)
            for options in [[], ["-J", "0"], ["--no-reduce"], *([["-e", engine] for engine in PROVERS]),
                            *([["-e", engine, "--no-reduce"] for engine in PROVERS])]:
                both = [check(model, number, *options) for number in (0, 1)]
                assert both == [verdict, verdict], (name, options, both)


def test_evidence_on_a_system_without_latches_and_inputs_is_accepted():
    model = write("empty-system.aag", EMPTY)
    for options in [], ["-J", "0"], ["--no-reduce"]:
        found = [check(model, number, *options) for number in range(5)]
        assert found == EMPTY_VERDICTS, (options, found)


def test_formulas_about_a_system_without_latches_and_inputs():
    model = write("empty-system.aag", EMPTY)
    for option, formula, verdict in [("--ltl", "G true", "holds"), ("--ltl", "F false", "violated"), ("--ctl", "EG true", "holds"),
                                     ("--ctl", "AX false", "violated"), ("--ctl", "AG EF true", "holds")]:
        certificate, witness = WORK / "f.certificate", WORK / "f.witness"
        for file in certificate, witness:
            file.unlink(missing_ok=True)
        out, _ = rondo("check", model, option, formula, "--json", "--certificate", certificate, "--witness", witness)
        (only,) = objects(out)
        assert only["verdict"] == verdict and only["evidence"]["checked"], only
        (written,) = [file for file in (witness, certificate) if file.exists()]
        out, err = rondo("certify", model, written, option, formula, code=0)
        assert out.startswith("accepted"), (formula, out, err)


def test_invariants_hold_where_constraints_contradict_each_other():
    model = write("vacuous.aag", "aag 1 0 1 0 0 1 2 0\n2 3\n1\n2\n3\n")  # bad is true, and never reached
    for options in [], ["-e", "ic3"], ["-e", "kind"], ["-J", "0"], ["-e", "ic3", "--no-reduce"]:
        assert check(model, 0, *options) == "holds", options


def test_a_run_without_properties_says_so_and_is_no_success():
    model = write("none.aag", "aag 1 0 1 0 0\n2 3\n")
    for options in [], ["--json"], ["-J", "0"], ["--quiet"]:
        out, err = rondo("check", model, *options, code=2)
        assert not out and "has no property to check" in err, (options, out, err)
    rondo("--hwmcc", model, code=2)
