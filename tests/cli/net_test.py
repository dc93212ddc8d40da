"""Nets on the command line: ways to search and to store, what lossy searches may say, workers, memory."""
import json

from harness import EXAMPLES, objects, rondo, write, Skip, sanitized

PRINTER = EXAMPLES / "printer.pnml"
HEAD = "PEP\nPTNet\nFORMAT_N\n"


def cycles(count, length):
    """Automata side by side, each a cycle: length ** count markings, no deadlock."""
    places = "".join(f'"p{i}_{k}"0@0{"M1" if k == 0 else ""}\n' for i in range(count) for k in range(length))
    transitions = "".join(f'"t{i}_{k}"0@0\n' for i in range(count) for k in range(length))
    number = lambda i, k: i * length + k % length + 1
    puts = "".join(f"{number(i, k)}<{number(i, k + 1)}\n" for i in range(count) for k in range(length))
    takes = "".join(f"{number(i, k)}>{number(i, k)}\n" for i in range(count) for k in range(length))
    return write(f"cycles{count}x{length}.ll_net", HEAD + "PL\n" + places + "TR\n" + transitions + "TP\n" + puts + "PT\n" + takes)


def check(*arguments, code):
    return {line["property"]: line for line in objects(rondo("check", *arguments, "--json", code=code)[0])}


def test_nets_runs_of_nets_are_searched_in_three_ways():
    for how in "scc", "nested", "improved":
        found = check(PRINTER, "--ltl", "G F idle1", "--ltl", "G (hold2 -> !idle2)", "--cycle-search", how, "-e", "explicit", code=1)
        assert found["ltl0"]["verdict"] == "violated" and found["ltl0"]["evidence"]["kind"] == "lasso", (how, found)
        assert found["ltl1"]["verdict"] == "holds" and found["ltl1"]["evidence"] == {"kind": "states", "checked": True, "size": 30}, (how, found)
    assert "deep" in rondo("check", PRINTER, "--cycle-search", "deep", code=64)[1]


def test_nets_lossy_searches_of_nets_can_only_show_runs():
    for option in "--bitstate", "--hash-compaction":
        found = check(PRINTER, "--check-deadlock", "--invar", "print1 + print2 <= 1", "--ltl", "G F idle1", "--ltl", "G (hold2 -> !idle2)",
                      "--ctl", "AG EF idle1", option, code=1)
        assert found["deadlock"]["verdict"] == "violated" and found["ltl1"]["verdict"] == "violated", found
        assert found["deadlock"]["trace"]["steps"] and found["ltl1"]["evidence"]["checked"], found
        for name in "invar0", "ltl2", "ctl3":
            assert found[name]["verdict"] == "unknown" and "lossy" in found[name]["reason"], found[name]
        assert found["invar0"]["stats"]["states"] == 30, found["invar0"]  # all of them, and still no proof


def test_nets_a_lossy_search_says_that_runs_were_cut():
    found = check(cycles(1, 12000), "--invar", "p0_11999 = 0", "--bitstate", code=2)
    assert "10000 steps" in found["invar0"]["reason"], found


def test_nets_workers_give_the_same_answers():
    net = cycles(6, 5)
    asked = ["--examination", "StateSpace", "--examination", "Liveness", "-e", "explicit", "--no-net-reduce"]
    alone, together = check(net, *asked, code=0), check(net, *asked, "--workers", 3, code=0)
    assert alone["StateSpace"]["values"] == together["StateSpace"]["values"] == {
        "states": 5 ** 6, "transitions": 6 * 5 ** 6, "max_token_in_place": 1, "max_token_per_marking": 6}, together
    assert alone["Liveness"]["verdict"] == together["Liveness"]["verdict"] == "holds"
    bad = " & ".join(f"p{i}_3 = 1" for i in range(6))
    run = check(net, "--invar", f"!({bad})", "-e", "explicit", "--workers", 3, "--no-net-reduce", code=1)
    assert len(run["invar0"]["trace"]["steps"]) == 19, run  # a shortest one
    lasso = check(net, "--ltl", "G F p0_1", "-e", "explicit", "--workers", 3, "--no-net-reduce", code=1)["ltl0"]
    assert lasso["evidence"]["kind"] == "lasso" and lasso["evidence"]["checked"], lasso
    assert "65" in rondo("check", net, "--workers", 65, code=64)[1]


def test_nets_partial_order_says_where_it_is_off():
    _, err = rondo("check", PRINTER, "--ltl", "X F idle1", "--ltl", "F idle1", "--ctl", "EG idle1", "-v", "--no-trace", code=1)
    assert 'ltl0: no partial-order reduction, because of "next"' in err and "ctl2: no partial-order reduction" in err and "ltl1" not in err, err


def test_nets_sleep_sets_leave_the_answer_as_it_is():
    for option in "--sleep-sets", "--no-sleep-sets":
        found = check(cycles(9, 6), "--invar", "p0_0 + p1_0 + p2_0 <= 3", "--invar", "!(p0_5 & p1_5)", "--check-deadlock", "-e", "explicit", option, "--no-net-reduce", code=1)
        assert [found[name]["verdict"] for name in ("deadlock", "invar0", "invar1")] == ["holds", "holds", "violated"], found


def test_nets_memory_of_a_search_is_limited():
    if sanitized():
        raise Skip("the sanitizer's memory counts, too")
    for workers in 1, 2:
        found = check(cycles(12, 8), "--examination", "StateSpace", "-e", "explicit", "-m", "30M", "--workers", workers, code=2)
        assert found["StateSpace"]["verdict"] == "unknown" and found["StateSpace"]["reason"] == "memory limit reached", found


def test_nets_liveness_of_nets_with_too_many_markings():
    found = check(cycles(30, 4), "--examination", "Liveness", "-e", "explicit", "-T", 60, code=0)
    assert found["Liveness"]["verdict"] == "holds" and found["Liveness"]["evidence"]["kind"] == "runs", found
    text = cycles(30, 4).read_text()  # and a transition that fires once, after which it is seen that it is lost
    for mark, more in ("TR\n", '"before"0@0M1\n"after"0@0\n'), ("TP\n", '"once"0@0\n'), ("PT\n", "121<122\n"):
        text = text.replace(mark, more + mark)
    found = check(write("once.ll_net", text + "121>121\n"), "--examination", "Liveness", "-e", "explicit", "--no-net-reduce", "-T", 20, code=1)
    assert found["Liveness"]["verdict"] == "violated", found


def test_nets_transitions_that_never_fire_are_named():
    net = write("dead.ll_net", 'PEP\nPTNet\nFORMAT_N\nPL\n1"a"0@0M1\n2"b"0@0\n3"c"0@0\nTR\n1"go"0@0\n2"never"0@0\nTP\n1<2\n2<1\nPT\n1>1\n3>2\n')
    for option in (["--examination", "QuasiLiveness"], ["--invar", "a + b = 1"]):
        out, err = rondo("check", net, "-v", *option)
        assert "transition never never fires" in out + err and "transition go never" not in out + err, (out, err)


def test_nets_numbers_of_large_state_spaces_are_exact():
    for engine in ([], ["-e", "diagram"]):
        found = check(cycles(70, 2), "--examination", "StateSpace", "--examination", "OneSafe", "-T", 100, *engine, code=0)
        space = found["StateSpace"]
        assert space["value"] == str(2**70) and space["evidence"]["kind"] == "diagram", found
        assert space["values"] == {"states": str(2**70), "transitions": str(70 * 2**70), "max_token_in_place": 1, "max_token_per_marking": 70}, space
    assert f"({2**70};" in rondo("check", cycles(70, 2), "--examination", "StateSpace", "-e", "diagram", code=0)[0]
