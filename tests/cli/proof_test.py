"""Queries of the checker and their proofs: written, checked on the spot, checked again from their files, and by another tool."""
import os, re, subprocess
from harness import EXAMPLES, TOGGLE, WORK, Skip, rondo, write

# Every clause over two variables; and what follows from it.
ALL = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"


def proofs(name, *options, code=0):
    folder = WORK / name
    out, _ = rondo("check", EXAMPLES / "mutex.smv", "-p", "exclusion", "-p", "alive", "--proof", folder, *options, code=code)
    return folder, out


def test_proof_writes_pairs_of_files_that_certify_accepts():
    folder, _ = proofs("pairs", "-q")
    queries = sorted(folder.glob("*.cnf"))
    assert len(queries) > 20 and len(list(folder.iterdir())) == 2 * len(queries), queries
    assert {q.stem for q in queries} == {f"query-{n}" for n in range(1, len(queries) + 1)}
    for query in queries:
        out, _ = rondo("certify", query, query.with_suffix(".drat"), code=0)
        assert out.startswith("accepted: ") and "unsatisfiable" in out, out


def test_a_query_says_which_obligation_of_which_property_it_is():
    folder, _ = proofs("said", "-q")
    said = [q.read_text().splitlines()[:3] for q in folder.glob("*.cnf")]
    assert all(s[0].endswith("mutex.smv") and s[0].startswith("c model: ") for s in said), said
    words = {tuple(s[1:]) for s in said}
    assert ("c property: exclusion", "c obligation: check 'step'") in words, words
    kinds = {re.sub(r"\d+", "N", s[1]) for s in words if s[0] == "c property: alive"}
    assert {"c obligation: update N, 'in'", "c obligation: update N, 'reachable'"} <= kinds, kinds
    assert any("the verdict" in k for k in kinds), kinds


def test_a_proof_of_another_query_is_rejected():
    folder, _ = proofs("mixed", "-q")
    queries = sorted(folder.glob("*.cnf"), key=lambda q: q.stat().st_size)
    hard = max(queries, key=lambda q: len(q.with_suffix(".drat").read_text()))
    empty = write("empty.drat", "0\n")
    out, _ = rondo("certify", hard, empty, code=1)
    assert out.startswith("rejected: ") and "does not follow" in out, out


def test_a_dimacs_file_and_its_proof_from_any_tool_are_checked():
    formula = write("all.cnf", "c from elsewhere\n" + ALL)
    rondo("certify", formula, write("good.drat", "1 0\n0\n"), code=0)
    rondo("certify", formula, write("binary.drat", b"a\x02\x00a\x00"), code=0)
    rondo("certify", formula, write("short.drat", "c nothing\n"), code=1)
    rondo("certify", write("three.cnf", ALL.replace("4\n", "3\n").replace("1 -2 0\n", "", 1)), WORK / "good.drat", code=1)
    rondo("certify", formula, write("text.drat", "hello\n"), code=65)
    rondo("certify", write("text.cnf", "hello\n"), WORK / "good.drat", code=65)
    rondo("certify", formula, WORK / "good.drat", "--distrust-solver", code=64)


def test_distrust_solver_reports_what_it_costs():
    out, _ = rondo("check", EXAMPLES / "mutex.smv", "-p", "exclusion", "--distrust-solver", "--stats", code=0)
    assert all(f"proof_{x}" in out for x in ("queries", "lines", "solve_seconds", "check_seconds")), out
    out, _ = rondo("check", EXAMPLES / "mutex.smv", "-p", "exclusion", "--stats", code=0)
    assert "proof_queries" not in out, out
    rondo("check", EXAMPLES / "mutex.smv", "-p", "exclusion", "-q", "-c", WORK / "mutex.aig", code=0)
    out, _ = rondo("certify", EXAMPLES / "mutex.smv", WORK / "mutex.aig", "-p", "exclusion", "--distrust-solver", "--stats", code=0)
    assert out.startswith("accepted") and re.search(r"proof_queries +[1-9]", out), out
    out, _ = rondo("certify", EXAMPLES / "mutex.smv", WORK / "mutex.aig", "-p", "exclusion", "--stats", code=0)
    assert "sat_queries" in out and "proof_queries" not in out, out


def test_a_folder_that_cannot_be_written_is_73_before_anything_is_solved():
    file = write("file", "")
    for folder in file, file / "below", WORK / "not" / "there":
        out, err = rondo("check", TOGGLE, "--proof", folder, code=73)
        assert not out and "cannot write" in err, (out, err)
    rondo("check", TOGGLE, "--proof", "", code=64)
    rondo("check", TOGGLE, "-p", "never", "-q", "-c", WORK / "never.aig", code=0)
    rondo("certify", TOGGLE, WORK / "never.aig", "-p", "never", "--proof", file, code=73)


def test_a_proof_that_cannot_be_written_gives_no_verdict():
    folder = WORK / "blocked"
    (folder / "query-1.drat").mkdir(parents=True)
    model = EXAMPLES / "mutex.smv"
    _, err = rondo("check", model, "-p", "exclusion", "-e", "ic3", "--proof", folder, code=70)
    assert "cannot write" in err and "query-1.drat" in err, err
    rondo("check", model, "-p", "exclusion", "-q", "-c", WORK / "blocked.aig", code=0)
    (folder / "query-1.cnf").unlink()
    _, err = rondo("certify", model, WORK / "blocked.aig", "-p", "exclusion", "--proof", folder, code=74)
    assert "cannot write" in err, err


def test_files_of_an_earlier_run_are_kept():
    folder, _ = proofs("twice", "-q")
    first = {f.name: f.read_bytes() for f in folder.iterdir()}
    proofs("twice", "-q")
    later = {f.name: f.read_bytes() for f in folder.iterdir()}
    assert len(later) > len(first) and all(later[name] == first[name] for name in first)


def test_drat_trim_accepts_the_proofs():
    tool = os.environ.get("DRAT_TRIM")
    if not tool:
        raise Skip("DRAT_TRIM names no drat-trim")
    folder, _ = proofs("trimmed", "-q")
    for query in folder.glob("*.cnf"):
        done = subprocess.run([tool, query, query.with_suffix(".drat")], capture_output=True, text=True, timeout=300)
        assert "s VERIFIED" in done.stdout, (query, done.stdout)
