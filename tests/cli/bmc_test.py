"""Bounded model checking as programs see it: what a proof tells, by every method; shortest violations of systems with few states."""
import re

from harness import WORK, objects, rondo, write
from terminal_test import on_terminal

# Counts to 3 and stays there: n = 1 and n = 2 are passed once.
STAYS = """MODULE main
IVAR go : boolean;
VAR n : 0..3;
ASSIGN init(n) := 0; next(n) := go & n < 3 ? n + 1 : n;
JUSTICE go
LTLSPEC NAME passes := !(G F n = 1 & G F n = 2)
INVARSPEC NAME jumps := !(n = 3 & n = 0)
INVARSPEC NAME grows := n <= 3
"""


def hanoi(discs):
    """The towers: a disc goes from one peg to another, where no smaller one is on either."""
    names = [f"d{i}" for i in range(1, discs + 1)]
    rules = []
    for i, disc in enumerate(names):
        free = "".join(f" & {smaller} != from & {smaller} != to" for smaller in names[:i])
        rules.append(f"init({disc}) := 0; next({disc}) := {disc} = from{free} ? to : {disc};\n")
    at = ["(" + " & ".join(f"{disc} = {peg}" for disc in names) + ")" for peg in range(3)]
    return (f"MODULE main\nIVAR from : 0..2; to : 0..2;\nVAR {' '.join(f'{disc} : 0..2;' for disc in names)}\nASSIGN {''.join(rules)}"
            f"LTLSPEC NAME settled := !(G F {at[0]} & G F {at[2]})\nINVARSPEC NAME away := !{at[2]}\n")


def test_a_proof_tells_its_numbers_by_every_method():
    model, proved = write("stays.smv", STAYS), []
    for method in "or", "one", "flag", "counter", "trans", "auto":
        for found in objects(rondo("check", model, "-e", "bmc", "--fair-sets", method, "--no-reduce", "--json", "-t", "60")[0]):
            if found["verdict"] == "unknown":
                assert method == "or", found
                continue
            assert found["verdict"] == "holds" and found["evidence"]["kind"] == "bmc", found
            numbers = [found["stats"][name] for name in ("m", "n", "termination_length")]
            later = method == "trans" and found["kind"] == "ltl"  # that the state was saved before is seen one step after the lasso
            assert numbers[2] == max(0, numbers[0] + numbers[1] - 1 - later) and "pairs" in found["stats"], found
            assert found["stats"]["bmc_bound"] >= numbers[2], found
            proved.append(method)
    assert set(proved) >= {"one", "flag", "counter", "trans", "auto"}, proved


def test_violations_of_systems_with_few_states_are_shortest():
    """The solver alone takes ten times as long: each disc doubles the moves, 2^n - 1 from one peg to another."""
    for discs in 4, 5:
        moves = 2 ** discs - 1
        for options in [], ["--bmc-step", "7"], ["--bmc-deep"]:
            away, settled = sorted(objects(rondo("check", write("hanoi.smv", hanoi(discs)), "-e", "bmc", "--json", "-t", "100", *options, code=1)[0]),
                                   key=lambda found: found["property"])
            assert len(away["trace"]["steps"]) == moves + 1, away
            assert len(settled["trace"]["steps"]) == 2 * moves, settled
    assert 100 < settled["stats"]["bmc_states"] < 3000, settled["stats"]
    # no longer than the bound allows
    (bounded,) = objects(rondo("check", WORK / "hanoi.smv", "-p", "away", "-e", "bmc", "--bmc-bound", moves, "--no-bmc-prove", "--json", "-t", "100", code=2)[0])
    assert bounded["verdict"] == "unknown", bounded


def test_the_line_of_progress_has_the_numbers():
    out = on_terminal("check", write("busy.smv", hanoi(7)), "-p", "settled", "-e", "bmc", "--bmc-ltl", "direct", "--fair-sets", "flag", "--jobs", "1", "-t", "4", TERM="xterm")
    assert re.search(r"bound \d+, m (>= )?\d+, n (>= )?\d+(, length \d+)?, \d+ pairs \(flag\)", out), out[-2000:]
