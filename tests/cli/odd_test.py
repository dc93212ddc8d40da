"""Odd Promela programs (odd_programs.txt): states and verdicts are SPIN's as recorded; and of some of them SPIN's as it says
them, where it is installed with a C compiler.

  RONDO_TEST_SCALE=4000 tests/cli/run build/rondo odd_      all of them are asked of SPIN

A program costs SPIN a C compilation for each question, so few are asked of it; which ones depends on the scale alone."""
import os, pathlib, re, shutil, subprocess

from harness import WORK, Skip, objects, rondo, write

PROGRAMS = pathlib.Path(__file__).resolve().parent / "odd_programs.txt"
SCALE = int(os.environ.get("RONDO_TEST_SCALE", "100"))
COUNTED = ["-a", "-o1", "-o2", "-o3"], ["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM"], ["-c0"]
RUNS = {"never": (["-a"], ["-DNOREDUCE"], ["-a"]), "acceptance_cycles": (["-a"], ["-DNOREDUCE", "-DNOCLAIM"], ["-a"]),
        "non_progress_cycles": (["-a"], ["-DNOREDUCE", "-DNOCLAIM", "-DNP"], ["-l"])}


def programs():
    """Name, text, number of states, verdict about assertions and end states together, and (claim, fair or not, verdict)."""
    for block in re.split(r"^== ", PROGRAMS.read_text(), flags=re.M)[1:]:
        head, text = block.split("\n", 1)
        name, states, safety, *claims = head.split()
        pairs = [(claim, *verdicts.split("/")) for claim, verdicts in (word.split("=") for word in claims)]
        yield name, text, int(states), safety, [(claim, fair, verdicts[-1 if fair else 0]) for claim, *verdicts in pairs for fair in (False, True)]


def verdicts(path, *options):
    out, _ = rondo("check", path, "--json", *options)
    return {line["property"]: line for line in objects(out)}


def safe(found):
    both = [found[name]["verdict"] for name in ("assertions", "end_states")]
    return "violated" if "violated" in both else "holds" if both == ["holds", "holds"] else "unknown"


def test_odd_programs_have_the_states_and_verdicts_that_spin_has():
    compared = 0
    for name, text, states, safety, claims in programs():
        # a formula that holds keeps the search going when all else is violated
        counted = write("odd.pml", text + "\nltl whole_ { [] (_nr_pr < 1000) }\n")
        found = verdicts(counted, "--exact-states", "-e", "explicit", "-p", "assertions", "-p", "end_states", "-p", "whole_")
        assert (found["whole_"]["stats"]["states"], safe(found)) == (states, safety), (name, found)
        path = write("odd_program.pml", text)
        for fair in False, True:
            asked = [(claim, verdict) for claim, is_fair, verdict in claims if is_fair == fair]
            if fair and not asked:
                continue
            found = verdicts(path, *["--weak-fairness"] * fair)
            assert safe(found) == safety, (name, fair, found)
            assert [(claim, found[claim]["verdict"]) for claim, _ in asked] == asked, (name, fair, found)
        compared += 1
    assert compared > 100, compared


def spin_says(path, options, claim=None, fair=False):
    """The verdict and the number of states; None if the search is not complete."""
    spin, cc, pan = options
    folder = WORK / "odd"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for command in (["spin", *spin, path], ["cc", "-w", *cc, "-o", "pan", "pan.c"]):
        subprocess.run(command, cwd=folder, capture_output=True, check=True)
    command = ["timeout", "60", "./pan", "-m100000", "-w18", *pan, *(["-N", claim] if claim else []), *["-f"] * fair]
    out = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
    states, errors = re.search(r"(\d+) states, stored", out), re.search(r"errors: (\d+)", out)
    if not states or not errors or "max search depth too small" in out:
        return None
    return "holds" if errors[1] == "0" else "violated", int(states[1])


def test_odd_programs_are_recorded_as_spin_has_them():
    if not shutil.which("spin") or not shutil.which("cc"):
        raise Skip("no spin here")
    every = max(1, 4000 // SCALE)
    for name, text, states, safety, claims in list(programs())[SCALE // 10 % every::every]:
        path = write("odd_program.pml", text)
        assert spin_says(path, COUNTED) == (safety, states), (name, spin_says(path, COUNTED))
        for claim, fair, verdict in claims:
            said = spin_says(path, RUNS.get(claim, RUNS["never"]), None if claim in RUNS else claim, fair)
            assert said and said[0] == verdict, (name, claim, fair, said)
