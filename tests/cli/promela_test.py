"""Promela programs through `rondo check`: both verdicts, runs as text and JSON, limits, and what is refused or left unknown."""
import json

from harness import EXAMPLES, Skip, objects, rondo, sanitized, write
from json_test import lines

TURNS = write("turns.pml", """byte turn;
bool in[2];
active [2] proctype P() {
  do
  :: turn == _pid -> in[_pid] = true; assert(!(in[0] && in[1])); in[_pid] = false; turn = 1 - _pid
  od
}
""")
DEADLOCK = write("deadlock.pml", """chan a = [0] of { byte };
byte x;
active proctype P() { x = 1; a!x; a!2 }
active proctype Q() { byte got; a?got }
""")
CLAIMS = write("claims.pml", "byte x;\nactive proctype P() { x = 1 }\nltl up { <> (x == 1) }\nnever { do :: skip od }\n")
# Four counters that go around: 40^4 states
LARGE = write("large.pml", "active [4] proctype P() { byte x; do :: x < 39 -> x++ :: x == 39 -> x = 0 od }\n")


def test_promela_what_holds_says_how_many_states_were_searched():
    out, _ = rondo("check", TURNS, code=0)
    assert "holds  assertions: no assertion fails, no step is faulty  (explicit; all 1 state, searched twice)" in out, out
    assert "holds  end_states: every run that ends does so where it may  (explicit; all 1 state, searched twice)" in out, out
    assert "not shown: that the interleavings which partial order left out, and dead variables, do not matter; that a step does what the program says" in out, out
    out, _ = rondo("check", TURNS, "--exact-states", code=0)
    assert "holds  assertions: no assertion fails, no step is faulty  (explicit; all 10 states, searched twice)" in out, out
    assert "not shown: that a step does what the program says; both machines share what a command does" in out, out
    assert "all 10 states" in rondo("check", TURNS, "--no-partial-order", code=0)[0]


def test_promela_a_run_has_a_line_for_each_step():
    out, _ = rondo("check", DEADLOCK, "-p", "end_states", code=1)
    assert out.splitlines()[1:] == [
        "violated  end_states: every run that ends does so where it may  (explicit; trace of 4 steps, replayed)",
        "      0  a = 1, x = 0, Q[1]:got = 0",
        f"      1  P[0]  {DEADLOCK}:3  x = 1  x = 1",
        f"      2  P[0]  {DEADLOCK}:3  a!x    Q[1] {DEADLOCK}:4 a?got  Q[1]:got = 1",
        f"      3  Q[1]  {DEADLOCK}:4  -end-  Q[1]:got = -",
    ], out
    out, _ = rondo("check", EXAMPLES / "lift.pml", "-p", "assertions", code=1)
    assert "assert(!door_open) the assertion does not hold" in " ".join(out.split()) and "requests#1 = [ask,1]" in out, out
    assert "Caller[1]" in out and "lift.pml:16" in out, out


def test_promela_the_schema_describes_answers_about_programs():
    held = lines(TURNS, "--exact-states", code=0)
    assert [line["property"] for line in held] == ["assertions", "end_states"], held
    for line in held:
        assert line["verdict"] == "holds" and line["evidence"] == {
            "kind": "states", "checked": True, "size": 10, "trusted": line["evidence"]["trusted"]}, line
        assert (line["stats"]["states"], line["stats"]["transitions"]) == (10, 10) and line["stats"]["bytes_per_state"] > 0, line
    violated = lines(EXAMPLES / "lift.pml", code=1)
    assert [line["verdict"] for line in violated] == ["violated", "holds"], violated
    steps = violated[0]["trace"]["steps"]
    assert len(steps) == violated[0]["evidence"]["size"] == 9
    assert steps[0]["process"] == "Caller[1]" and steps[0]["statement"] == "requests!ask,_pid" and steps[0]["door_open"] == 0, steps[0]
    assert steps[7]["fault"] == "the assertion does not hold", steps[7]


def test_promela_a_d_step_prints_what_it_does():
    model = write("prints.pml", """byte x;
active proctype P() { d_step { x = 1; printf("one %d\\n", x); x = 2; printf("two %d\\n", x) } printf("end %d\\n", x) }
active proctype Q() { printf("other\\n") }
""")
    out, _ = rondo("simulate", model, "--seed", "1", code=0)
    lines = [line.strip() for line in out.splitlines()]
    assert lines.count("one 1") == lines.count("two 2") == lines.count("end 2") == lines.count("other") == 1, out
    assert lines.index("one 1") < lines.index("two 2") < lines.index("end 2"), out


def test_promela_faults_violate_the_assertions():
    index = write("index.pml", "byte a[2], i;\nactive proctype P() { do :: i < 3 -> a[i] = 1; i++ :: else -> break od }\n")
    out, _ = rondo("check", index, "-p", "assertions", code=1)
    assert "a[i] = 1" in out.splitlines()[-1] and "index" in out.splitlines()[-1], out


def test_promela_every_engine_takes_programs():
    for engine in ("ic3", "bdd", "bmc"):
        held, violated = (objects(rondo("check", model, "-e", engine, "--json", "-p", "assertions", code=code)[0])[0]
                          for model, code in ((TURNS, 0), (EXAMPLES / "lift.pml", 1)))
        assert held["engine"] == violated["engine"] == engine and held["evidence"]["checked"], (held, violated)
        assert violated["trace"]["steps"][-2]["fault"] == "the assertion does not hold", violated


def test_promela_formulas_from_outside():
    out, _ = rondo("check", EXAMPLES / "lift.pml", "--ctl", "AG EF (aboard == 0)", "--invar", "aboard < 3", code=0)
    assert "holds  ctl0: AG EF (aboard == 0)" in out and "holds  invar1: aboard < 3" in out, out
    out, _ = rondo("check", EXAMPLES / "lift.pml", "--ltl", "[] <> (aboard == 0)", code=1)
    assert "loop starts here" in out and "back to the state after step" in out, out
    assert "1:5: error:" in rondo("check", TURNS, "--ltl", "[] (turns == 0)", code=65)[1]
    assert "without A or E" in rondo("check", TURNS, "--ctl", "AG (turn == 0 U turn == 1)", code=65)[1]


def test_promela_certificates_check_on_the_converted_program():
    certificate, circuit = write("lift-end.aig", ""), write("lift-circuit.aig", "")
    rondo("check", EXAMPLES / "lift.pml", "-p", "end_states", "-e", "ic3", "--certificate", certificate, code=0)
    rondo("convert", EXAMPLES / "lift.pml", "-p", "end_states", "-o", circuit, code=0)
    assert "accepted" in rondo("certify", circuit, certificate, code=0)[0]


def test_promela_bounds_that_were_not_seen_are_found():
    # the first search sees some thousand states; the counter leaves what they had
    deep = write("deep.pml", "int n; byte a, b, c;\nactive proctype P() { do :: n < 3000 -> n = n + 7 :: else -> assert(n < 3000) od }\n"
                 "active proctype Q() { do :: a++ :: b++ :: c++ od }\n")
    out = objects(rondo("check", deep, "-p", "end_states", "-e", "ic3,bdd,bmc", "--json", code=0)[0])[0]
    assert out["verdict"] == "holds", out


def test_promela_charts_show_who_sends_to_whom():
    out, _ = rondo("check", EXAMPLES / "lift.pml", "-p", "assertions", "--chart", "--exact-states", code=1)
    rows = out.splitlines()
    assert rows[2].split() == ["Caller[0]", "Caller[1]", "Lift[2]", str(EXAMPLES / "lift.pml")], rows[2]
    assert "o ask,1!" in rows[3] and "|- ask,1 (1) ->|" in rows[4] and "26  requests?ask,who   requests#1 = empty, who = 1" in rows[4], rows[4]
    assert "|<--- yes -----|" in rows[8] and "32 -> 14" in rows[8], rows[8]
    assert rows[10].endswith("! the assertion does not hold"), rows[10]
    lasso, _ = rondo("check", EXAMPLES / "lift.pml", "--ltl", "[] <> (aboard == 0)", "--chart", code=1)
    assert "=  loop starts here" in lasso and "=  back to the state after step" in lasso, lasso
    steps = objects(rondo("check", EXAMPLES / "lift.pml", "-p", "assertions", "--json", "--exact-states", code=1)[0])[0]["trace"]["steps"]
    assert steps[0]["sent"] == "requests#1 ask,1" and steps[1]["received"] == "requests#1 ask,1" and steps[5]["sent"] == "answer#3 yes", steps


def test_promela_simulation():
    hello = write("hello.pml", 'mtype = { red, green };\nbyte x = 65;\nactive proctype P() { printf("%d %c %e %x%%\\n", x, x, green, x); x++ }\n')
    out, _ = rondo("simulate", hello, code=0)
    assert out.startswith("65 A green 41%\n") and "x = 66" in out, out
    assert rondo("simulate", EXAMPLES / "lift.pml", "--seed", 5, code=0)[0] == rondo("simulate", EXAMPLES / "lift.pml", "--seed", 5, code=0)[0]
    for options in ((), ("--json",)):
        printed, _ = rondo("check", EXAMPLES / "lift.pml", "-p", "assertions", *options, code=1)
        again, _ = rondo("simulate", EXAMPLES / "lift.pml", "--trace", write("guide", printed), code=0)
        assert again.splitlines()[0] == "! the assertion does not hold" and len(again.splitlines()) == 10, again
    out, _ = rondo("simulate", EXAMPLES / "lift.pml", "-I", code=0, data="1\n9\nr 2\nb\nb\ns\nb\nb\nq\n")
    assert "there is no such choice" in out and "this is the beginning" in out and "step 3: " in out, out
    assert out.rstrip().splitlines()[-1].startswith("  0  requests = 1"), out
    net, _ = rondo("simulate", EXAMPLES / "printer.pnml", "-I", code=0, data="2\nq\n")
    assert "hold2 = 1" in net and "2  lock2" in net, net


def test_promela_pictures():
    control, states = write("control.dot", ""), write("states.dot", "")
    _, err = rondo("show", EXAMPLES / "lift.pml", "--dot", control, "--state-graph", states, "--states", 30, code=0)
    assert "more than 30 states" in err, err
    drawn = states.read_text()
    assert drawn.count("[label=\"door_open") == 30 and "style=dashed" in drawn and "Caller[1]:13 requests!ask,_pid" in drawn, drawn
    assert 'label="Caller"' in control.read_text() and "requests?ask,who" in control.read_text()
    said = write("said.pml", 'active proctype P() { printf("a\\n") }\n')
    rondo("show", said, "--state-graph", states, code=0)
    assert 'printf(\\"a\\\\n\\")"]' in states.read_text(), states.read_text()
    rondo("show", TURNS, "--state-graph", states, code=0)
    assert states.read_text().count(", peripheries=2") == 0 and states.read_text().count("[label=\"turn=") == 10
    rondo("show", EXAMPLES / "printer.pnml", "--state-graph", states, code=0)
    assert "idle1 idle2 printer tray paper:4" in states.read_text()


def test_promela_formulas_and_claims_have_lassos_and_evidence():
    found = {line["property"]: line for line in lines(CLAIMS, code=0)}
    assert list(sorted(found)) == ["assertions", "end_states", "never", "up"], found
    assert found["up"]["formula"] == "<> (x == 1)" and found["up"]["place"].endswith("claims.pml:3")
    assert found["up"]["verdict"] == "holds" and found["up"]["evidence"]["kind"] == "states" and found["up"]["evidence"]["checked"], found["up"]
    assert found["up"]["stats"]["product_states"] > 0, found["up"]
    # a claim without accept labels that never ends accepts nothing
    assert found["never"]["verdict"] == "holds", found["never"]
    model = write("lasso.pml", """byte x;
active proctype P() { do :: x < 2 -> x++ :: x == 2 -> x = 1 od }
ltl again { [] <> (x == 0) }
ltl next { X X (x == 0) }
never { do :: x == 2 -> break :: else od }
""")
    found = {line["property"]: line for line in lines(model, code=1)}
    assert found["again"]["verdict"] == found["next"]["verdict"] == found["never"]["verdict"] == "violated", found
    trace = found["again"]["trace"]
    assert found["again"]["evidence"]["kind"] == "lasso" and trace["loop"] is not None and len(trace["steps"]) > trace["loop"], trace
    assert "again" in rondo("check", model, "-p", "again", code=1)[0]


def test_promela_labels_and_weak_fairness():
    model = write("labels.pml", """byte x;
active proctype P() { do :: x = 1 - x od }
active proctype Q() { byte n; do :: n < 2 -> n++; progress_made: skip :: else -> break od; accept_here: goto accept_here }
ltl ends { <> (Q@accept_here) }
""")
    names = ["acceptance_cycles", "non_progress_cycles", "ends"]
    found = {line["property"]: line for line in lines(model, code=1)}
    assert [found[name]["verdict"] for name in names] == ["violated"] * 3, found
    fair = {line["property"]: line for line in lines(model, "--weak-fairness", code=1)}
    assert [fair[name]["verdict"] for name in names] == ["violated", "violated", "holds"], fair


def test_promela_what_is_always_so_is_checked():
    model = write("always.pml", """byte x, a[2];
active proctype P() { atomic { x = 1; x = 2 }; x = 3 }
ltl never_one { [] (x != 1) }
ltl never_three { [] !((x == 3) && (a[0] == 0)) }
ltl small { [] (a[x] == 0) }
ltl quiet { [] !timeout }
""")
    found = {line["property"]: line for line in lines(model, "-p", "never_one", "-p", "never_three", "-p", "small", "-p", "quiet", "--exact-states", code=1)}
    assert found["never_one"]["verdict"] == "holds" and found["never_one"]["evidence"]["kind"] == "states", found
    assert found["never_three"]["verdict"] == "violated" and found["never_three"]["evidence"]["size"] == 4, found
    assert found["small"]["verdict"] == "violated", found
    last = found["small"]["trace"]["steps"][-1]
    assert last["x"] == 2 and last["(formula)"] == "cannot be evaluated: the index is outside of its array", found
    assert found["quiet"]["verdict"] == "violated" and found["quiet"]["trace"]["loop"] is not None, found  # at the end
    assert rondo("check", model, "-p", "never_three", "--exact-states", code=1)[0].splitlines()[-1] == f"      3  P[0]  {model}:2  x = 3  x = 3"


def test_promela_a_formula_that_cannot_be_evaluated_is_violated_there():
    """As in SPIN, whose verifier stops with an error; what follows from the first part of a formula is not asked further."""
    model = write("no_truth.pml", """byte i, a[3];
chan q;
active proctype P() { do :: i < 5 -> i++ :: else -> break od }
ltl guarded { [] ((i < 3) -> (a[i] == 0)) }
ltl either { [] ((i >= 3) || (a[i] == 0)) }
ltl plain { [] (a[i] == 0) }
ltl unmade { [] (len(q) < 2) }
""")
    names = ["guarded", "either", "plain", "unmade"]
    for engine in ("explicit", "ic3", "bmc,ic3"):
        options = [word for name in names for word in ("-p", name)]
        found = {line["property"]: line for line in lines(model, *options, "-e", engine, code=1)}
        assert [found[name]["verdict"] for name in names] == ["holds", "holds", "violated", "violated"], found
        assert found["plain"]["trace"]["steps"][-1]["(formula)"] == "cannot be evaluated: the index is outside of its array", found
        assert found["unmade"]["trace"]["steps"][-1]["(formula)"] == "cannot be evaluated: the channel was not made", found


def test_promela_what_nobody_reads_is_not_told_apart():
    """Counters that only count make no states of their own, with priorities too, where partial order is off; SPIN says 3 states."""
    faint = write("faint.pml", """int a[5], n; short total;
proctype A() { int own; do :: a[_pid]++; own = own + n; n++; total = n * 3 od }
init { atomic { run A() priority 2; run A() priority 4 } }
""")
    found = lines(faint, code=0)
    assert [line["verdict"] for line in found] == ["holds", "holds"] and found[0]["stats"]["states"] < 10, found
    assert lines(faint, "--exact-states", "--timeout", "0.5", "-e", "explicit", code=2)[0]["verdict"] == "unknown"


def test_promela_what_decides_whether_a_value_can_be_computed_is_read():
    """An assignment to what nobody reads can still fail."""
    for statement in ("sink = a[n]", "a[n] = 1", "sink = 7 / (5 - n)", "sink = 7 % (5 - n)", "sink = (n < 4 -> 0 : a[7 - 7 + n])", "sink = n > 3 && a[n]",
                      "sink = len(c[n])", "sink = -(1 + ~a[n])", "n2 = n; sink = a[n2]", "{ byte l; l = n; sink = a[l] }"):
        model = write("hazard.pml", f"""byte n, n2, sink; byte a[4]; chan c[4] = [1] of {{ byte }};
active proctype P() {{ do :: n < 5 -> n++; {statement} :: else -> break od }}
""")
        for options in ([], ["--exact-states"], ["-e", "ic3,bmc"]):
            assert [line["verdict"] for line in lines(model, "-p", "assertions", *options, code=1)] == ["violated"], (statement, options)


def test_promela_a_violation_at_the_end_of_long_runs_is_found():
    """Breadth first there are about 100^6 states before it: the dive beside that search finds it, and the run is judged as any other."""
    model = write("deep.pml", """short a[6];
active [6] proctype P() { do :: a[_pid] < 100 && a[(_pid + 1) % 6] >= 0 -> a[_pid] = a[_pid] + 1 + a[(_pid + 1) % 6] - a[(_pid + 1) % 6] :: else -> break od }
active proctype Q() { (a[0] + a[1] + a[2] + a[3] + a[4] + a[5] == 600); assert(false) }
""")
    found = lines(model, "-p", "assertions", "-e", "explicit", "--timeout", "100", code=1)[0]
    assert found["verdict"] == "violated" and found["evidence"]["checked"] and found["evidence"]["size"] > 600, found


def test_promela_partial_order_for_never_claims_does_not_count_steps():
    """A claim is closed under repetitions first, with partial order; what its closure alone accepts is searched for without."""
    program = "byte x, y; active proctype P() { y = 1; y = 2; y = 3; x = 1 } active [3] proctype Q() { byte i; do :: i < 9 -> i++ :: else -> break od }\n"
    settled = lines(write("settled.pml", program + "never { T0: if :: goto T0 :: x == 0 -> goto accept fi; accept: if :: x == 0 -> goto accept fi }"), "-p", "never", code=0)[0]
    assert settled["stats"]["reduced_states"] and settled["stats"]["states"] < 200, settled
    # P takes four steps and those of Q change nothing that is seen: but the claim wants x == 1 in the second state
    counting = write("counting.pml", program + "never { x == 0; x == 1; accept: do :: true od }")
    for options in [], ["--exact-states"]:
        assert lines(counting, "-p", "never", *options, code=0)[0]["verdict"] == "holds", options
    later = write("later.pml", program + "never { x == 0; x == 0; x == 0; x == 0; x == 1; accept: do :: true od }")
    for options in [], ["--exact-states"]:
        assert lines(later, "-p", "never", *options, code=1)[0]["verdict"] == "violated", options


def test_promela_the_time_limit_is_obeyed():
    out = objects(rondo("check", LARGE, "--json", "-e", "explicit", "--timeout", 0.2, "--exact-states", code=2)[0])
    assert [line["verdict"] for line in out] == ["unknown"] * 2 and "time" in out[0]["reason"], out
    assert 0 < out[0]["stats"]["states"] < 40 ** 4


def test_promela_the_memory_limit_is_obeyed():
    if sanitized():
        raise Skip("a sanitized program takes all of that before it has read the file")
    out = objects(rondo("check", LARGE, "--json", "-e", "explicit", "--memory", "20M", "--no-partial-order", code=2)[0])
    assert [line["verdict"] for line in out] == ["unknown"] * 2 and "memory" in out[0]["reason"], out


def test_promela_a_program_that_cannot_start_is_unknown():
    nothing = write("zero.pml", "byte z;\nbyte x = 1 / z;\nactive proctype P() { skip }\n")
    out = objects(rondo("check", nothing, "--json", code=2)[0])
    assert all(line["reason"] == "there is no initial state: division by zero" for line in out), out


def test_promela_show_tells_what_is_in_a_program():
    out, _ = rondo("show", EXAMPLES / "lift.pml", "--signals", code=0)
    assert "2 proctypes, 3 processes at the start, 4 globals, 2 channel declarations" in out, out
    assert "0  invariant  assertions" in out and "variable  Lift:who" in out and "variable  answer[2]" in out, out


def test_promela_what_does_not_fit_programs_is_refused():
    assert "its property 'end_states'" in rondo("check", TURNS, "--check-deadlock", code=65)[1]
    assert "this is a Promela program" in rondo("scc", TURNS, code=65)[1]
    priorities = write("priority.pml", "byte x;\nactive proctype P() priority 3 { x = 1 }\nactive proctype Q() { x = 2 }\nltl f { <> (x == 2) }\n")
    assert "the program is no circuit: priorities are not translated" in rondo("check", priorities, "-p", "f", "-e", "ic3", code=2)[0]
    assert "priorities are not translated" in rondo("convert", priorities, "-o", write("x.aig", ""), code=65)[1]
    assert "turns.pml" in json.dumps(objects(rondo("check", TURNS, "-e", "explicit", "--json", code=0)[0]))
    broken = write("broken.pml", "active proctype P() { x = 1 }\n")
    assert "broken.pml:1:23: error:" in rondo("check", broken, code=65)[1]


def test_promela_code_that_no_run_reaches_is_told():
    model = write("unreached.pml", """byte x;
active proctype P() { if :: x == 0 -> skip :: x == 1 -> x = 5 fi }
""")
    for options in ([], ["--exact-states"]):
        out, err = rondo("check", model, "-p", "assertions", "-v", *options, code=0)
        assert "P is never at unreached.pml:2".replace("unreached.pml", str(model)) in err and "x = 5" in err, (out, err)
        assert lines(model, "-p", "assertions", *options, code=0)[0]["stats"]["unreached"] == 2


def test_promela_a_bitstate_search_can_only_refute():
    out = objects(rondo("check", EXAMPLES / "lift.pml", "--bitstate", "--json", code=1)[0])
    assert [line["verdict"] for line in out] == ["violated", "unknown"] and out[0]["evidence"]["checked"], out
    assert "bitstate" in out[1]["reason"] and out[1]["stats"]["states"] == 351, out
    assert objects(rondo("check", DEADLOCK, "--bitstate", "-p", "end_states", "--json", code=1)[0])[0]["verdict"] == "violated"
    always = write("bits.pml", "byte x;\nactive proctype P() { do :: x < 9 -> x++ od }\nltl small { [] (x < 9) }\n")
    assert objects(rondo("check", always, "--bitstate", "-p", "small", "--json", code=1)[0])[0]["verdict"] == "violated"
