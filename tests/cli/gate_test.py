"""The gate, as a person sees it: the program rondo-liars has engines that lie in its table. No lie is printed as a verdict
or written as evidence; the exit code is 70, and an honest engine beside a liar still answers."""
import pathlib, subprocess

from harness import RONDO, ROOT, WORK, objects

GATE = ROOT / "tests" / "gate" / "gate.aag"
LIARS = ["holds-without-reason", "violated-without-reason", "some-trace", "some-certificate", "some-bounds",
         "trace-for-holds", "certificate-for-violated", "opposite", "another-name", "unreadable", "proves-another", "refutes-another"]
# Violated and holding properties take turns.
PROPERTIES = [["-p", "set"], ["-p", "three"], ["-p", "set_often"], ["-p", "three_often"], ["--ctl", "AG EF AG l0"],
              ["--ctl", "AG EF l0"]]


def liars(*arguments, code):
    program = pathlib.Path(RONDO).parent / "rondo-liars"
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, timeout=300, text=True)
    assert done.returncode == code, f"exit {done.returncode}, not {code}: {arguments}\n{done.stdout}\n{done.stderr}"
    return done.stdout, done.stderr


def test_a_lie_is_an_internal_error_and_no_verdict():
    for jobs, engines in ("0", "{0}"), ("2", "{0},{0}"):
        for liar in LIARS:
            for which in PROPERTIES:
                out, err = liars("check", GATE, *which, "-e", engines.format(liar), "-J", jobs, "--no-reduce", "--json", code=70)
                (only,) = objects(out)
                assert only["verdict"] == "unknown" and only["reason"], only
                assert only["evidence"] == {"kind": "none", "checked": False, "size": 0}, only
                assert f"evidence from engine {liar} did not check" in only["internal_error"], only
                assert "internal error" in err and liar in err, err


def test_evidence_of_a_liar_is_not_written():
    witness, certificate = WORK / "lie.witness", WORK / "lie.certificate"
    for liar in LIARS:
        for which in PROPERTIES:
            liars("check", GATE, *which, "-e", liar, "--no-reduce", "--witness", witness, "--certificate", certificate, code=70)
            assert not witness.exists() and not certificate.exists(), (liar, which)


def test_a_lie_is_no_answer_to_the_competition():
    for liar in LIARS:
        out, err = liars("--hwmcc", GATE, "-p", "set", "-e", liar, "--no-reduce", code=70)
        assert out in ("", "unknown\n") and "internal error" in err, (out, err)


def test_an_honest_engine_is_heard_beside_a_liar():
    for jobs in "0", "2":
        for liar in LIARS:
            out, _ = liars("check", GATE, "-e", f"{liar},ic3,fair", "-J", jobs, "--no-reduce", "--json", code=1)
            verdicts = [line["verdict"] for line in objects(out)]
            assert verdicts == ["violated", "holds"] * 2, (liar, verdicts)
            assert all(line["engine"] in ("ic3", "fair") for line in objects(out)), out


def test_the_program_that_users_get_has_no_liars():
    out = subprocess.run([RONDO, "help", "engines"], capture_output=True, text=True).stdout
    assert "ic3" in out and not any(liar in out for liar in LIARS), out
