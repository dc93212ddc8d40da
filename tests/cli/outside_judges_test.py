"""Judges from outside, where they are installed: certifaiger's check_unsat accepts every certificate, aigsim replays every witness.

  CERTIFAIGER=PATH/check_unsat AIGSIM=PATH/aigsim tests/cli/run build/rondo outside_judge

Beside our own models a few of the bench; with RONDO_TEST_SCALE above 100 all of its files that are decided in time (docs/certificates.md has the counts).
"""
import collections, os, pathlib, re, subprocess
from harness import EXAMPLES, ROOT, TOGGLE, WORK, Skip, objects, rondo

BENCH = pathlib.Path(os.environ.get("RONDO_BENCH", ROOT.parent / "shared" / "bench"))
SAMPLE = {"safety": ["139442p1.aig", "139443p5.aig"], "fair": ["bakery.aig", "abqueues2fair.aig", "cnt10bits.aig"]}
WHOLE = int(os.environ.get("RONDO_TEST_SCALE", "100")) > 100
SECONDS, PATIENCE = 5, 60  # of an engine, of a judge
PROVERS = {"invariant": ["ic3", "kind", "bdd", "localise"], "justice": ["fair", "kliveness", "l2s", "rlive", "bdd", "dnc"]}
SEARCHERS = {"invariant": ["ic3", "bmc", "bdd", "localise"], "justice": ["fair", "l2s", "bmc", "bdd", "dnc"]}


def program(variable):
    path = os.environ.get(variable)
    if not path:
        raise Skip(f"no {variable} here")
    return path


def models():
    """Models of AIGER; those of the bench with a few properties, since each is asked of several engines."""
    yield from sorted([*(ROOT / "tests" / "models").glob("*.a?g"), *EXAMPLES.glob("*.a?g")])
    for folder in "safety", "fair", "live":
        for path in sorted((BENCH / folder).glob("*.a?g")):
            if WHOLE or path.name in SAMPLE.get(folder, []):
                yield path


def properties(model):
    """(number, kind) of each property that can be written as AIGER; at most three of a model."""
    lines = rondo("show", model)[0].splitlines()
    found = [re.match(r"\s+(\d+)  (invariant|justice)  ", line) for line in lines]
    return [(int(match[1]), match[2]) for match in found if match][:3]


def with_one_property(model, number):
    """Both judges look at all properties of a file, and certifaiger wants variables without gaps."""
    alone = WORK / "alone.aig"
    rondo("convert", model, "--property", number, "-o", alone, code=0)
    return alone


def decided(model, engine, wanted, option, file):
    """Whether the engine gives the wanted verdict in time; its evidence is then in the file."""
    file.unlink(missing_ok=True)
    out, _ = rondo("check", model, "-e", engine, "--timeout", SECONDS, "--memory", "2G", option, file, "--json")
    return objects(out)[0]["verdict"] == wanted


def ask(*command):
    """What a judge prints; None if it takes too long: it may ask a slow solver."""
    done = subprocess.run(["timeout", str(PATIENCE), *map(str, command)], capture_output=True, text=True)
    return None if done.returncode == 124 else done.stdout


def accepts(judge, model, certificate):
    said = ask(judge, model, certificate)
    return None if said is None else "Certificate check passed" in said


def replays(judge, model, witness):
    said = ask(judge, "-w", "-2", model, witness)
    return None if said is None else re.search(r"^Trace is a witness for: \{ [bj]0 \}", said, re.M) is not None


def ask_all(judge, accepted, engines, wanted, option, file):
    """Evidence of every engine for every property goes to the judge; counts by engine what it accepted, and fails if it refused one."""
    counts, refused, late = collections.Counter(), [], 0
    for model in models():
        for number, kind in properties(model):
            alone = with_one_property(model, number)
            for engine in engines[kind]:
                if decided(alone, engine, wanted, option, file):
                    good = accepted(judge, alone, file)
                    counts[engine] += good is True
                    late += good is None
                    if good is False:
                        refused.append(f"{model.name} {number} {engine}")
    print("    accepted:", ", ".join(f"{engine} {count}" for engine, count in sorted(counts.items())) + f"; {late} not in time")
    assert not refused, refused
    return counts


def test_an_outside_judge_accepts_every_certificate():
    judge = program("CERTIFAIGER")
    counts = ask_all(judge, accepts, PROVERS, "holds", "--certificate", WORK / "outside.aig")
    assert all(counts[engine] for engines in PROVERS.values() for engine in engines), counts


def test_an_outside_judge_refuses_a_certificate_for_another_property():
    judge, proof = program("CERTIFAIGER"), WORK / "never.aig"
    rondo("check", TOGGLE, "-p", "never", "--certificate", proof, code=0)
    assert accepts(judge, with_one_property(TOGGLE, "never"), proof)
    assert not accepts(judge, with_one_property(TOGGLE, "set"), proof)


def test_an_outside_judge_accepts_the_certificate_of_a_product():
    judge, proof, product = program("CERTIFAIGER"), WORK / "product-proof.aig", WORK / "product.aig"
    model = EXAMPLES / "traffic-light.aag"
    for formula in "G (request -> F side_green)", "G !(main_green & side_green)":
        for options in [], ["--automaton", "tight"], ["--encoding", "binary"], ["--no-ltl-safety"]:
            rondo("check", model, "--ltl", formula, "--certificate", proof, *options, code=0)
            rondo("convert", model, "--ltl", formula, "--product", *options, "-o", product, code=0)
            assert accepts(judge, product, proof), (formula, options)


def test_an_outside_simulator_replays_every_witness():
    counts = ask_all(program("AIGSIM"), replays, SEARCHERS, "violated", "--witness", WORK / "outside.txt")
    assert all(counts[engine] for engines in SEARCHERS.values() for engine in engines), counts
