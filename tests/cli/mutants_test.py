"""Tests of scripts/mutants on a project of one function, and of scripts/campaign for a moment."""
import fcntl, importlib.machinery, importlib.util, pathlib, re, subprocess

from harness import RONDO, ROOT, WORK, Skip

PLAN = """configure: sh -c 'mkdir -p "$0"; case $1 in A_B*_) ;; *) exit 1; esac' BUILD A_BUILD_TYPE_
object: BUILD/clamp.o
build unit: sh -c 'cc -w -Werror=int-conversion -c SOURCE/src/clamp.c -o BUILD/clamp.o && cc BUILD/clamp.o SOURCE/tests/test.c -o BUILD/test'
run unit: BUILD/test TESTS
src/clamp.c 100% unit:clamp
src/*.c 0% unit:clamp
"""
CLAMP = """/* if (not > code) */
#define LIMIT(x) ((x) > 1)
int noted;
static void note(int x) { noted = x; }
_Noreturn void abort(void);
_Noreturn static void never(void) { abort(); }
int clamp(int x, int most) {
  note(x);
  if (x < most) return x;
  const char *text = "a < b";
  return most;
}
"""
TEST = """int clamp(int x, int most);
int main(int argc, char **argv) { return argc != 2 || clamp(1, 2) != 1 || clamp(3, 2) != 2; }
"""


def project(equivalent=""):
    root = WORK / "mutants"
    for name, content in {"scripts/mutants-plan": PLAN, "src/clamp.c": CLAMP, "src/other.c": CLAMP, "tests/test.c": TEST, "scripts/mutants-equivalent": equivalent}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    return root


def mutants(root, *options, code):
    done = subprocess.run([ROOT / "scripts/mutants", "--root", root, *options], capture_output=True, text=True, timeout=300)
    assert done.returncode == code, f"exit {done.returncode}, not {code}\n{done.stdout}\n{done.stderr}"
    return done.stdout, done.stderr


def test_mutants_are_killed_or_survive_and_are_judged_once():
    root = project()
    listed, _ = mutants(root, "--list", code=0)
    changes = sorted(line.split(": ", 3)[2] for line in listed.splitlines())
    assert changes == ["changed operator", "constant return", "constant return", "constant return", "constant return", "negated condition",
                       "removed call"], changes
    assert "other.c" not in listed and "a < b" not in listed, listed
    out, _ = mutants(root, "--fresh", code=1)
    survivors = [line for line in out.splitlines() if line.startswith("survived")]
    # `return 1` for 1 passes this test, and so do the others here; the negated condition does not.
    assert [line.split(": ", 2)[1:] for line in survivors] == [
        ["clamp", "removed call: note(x);: note(x) => (void)0"],
        ["clamp", "changed operator: if (x < most) return x;: < => <="],
        ["clamp", "constant return: if (x < most) return x;: return x; => return 1;"]], out
    assert out.splitlines()[-1] == "7 mutants, 4 killed, 0 equivalent, 3 survived", out
    before = (root / "build-mutants/state.tsv").read_text()
    out, _ = mutants(root, code=1)
    assert out.splitlines()[-1] == "7 mutants, 4 killed, 0 equivalent, 3 survived", out
    assert (root / "build-mutants/state.tsv").read_text() == before  # nothing was judged again
    assert (root / "src/clamp.c").read_text() == CLAMP


def test_mutants_are_judged_by_one_run_at_a_time():
    root = project()
    (root / "build-mutants").mkdir(exist_ok=True)
    with open(root / "build-mutants/lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _, errors = mutants(root, "--fresh", code=1)
    assert "another run is at work in" in errors, errors


def test_mutants_listed_as_equivalent_have_a_reason_and_exist():
    key = "src/clamp.c: clamp: changed operator: if (x < most) return x;: < => <="
    root = project(f"{key}\n  Where they are equal it does not matter which is given.\nsrc/gone.c: f: constant: 1 => 0\n  Gone.\n")
    out, errors = mutants(root, "--fresh", code=1)
    assert out.splitlines()[-1] == "7 mutants, 4 killed, 1 equivalent, 2 survived", out
    assert "there is no such mutant: src/gone.c: f: constant: 1 => 0" in errors, errors
    shown = next(line.split()[0] for line in mutants(root, "--list", code=0)[0].splitlines() if "< => <=" in line)
    out, _ = mutants(root, "--show", shown, code=0)
    assert key in out and "equivalent Where they are equal" in out and "+  if (x <= most) return x;" in out, out
    _, errors = mutants(project(f"{key}\n"), code=1)
    assert "no reason is given" in errors, errors


def test_an_error_in_a_macro_is_where_the_macro_is_used_and_a_warning_is_none():
    loader = importlib.machinery.SourceFileLoader("mutants", str(ROOT / "scripts/mutants"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutants", loader))
    loader.exec_module(module)
    note = "{}: note: in expansion of macro 'add'\n"
    said = ("src/a.h:7:3: error: no member\n" + note.format("src/a.c:10:1") + "src/a.h:7:3: warning: no value\n" + note.format("src/a.c:20:1")
            + "src/a.c:30:1: error: no such type\nsrc/a.c:40:1: note: declared here\nsrc/a.c:50:1: warning: unused\nsrc/b.c:60:1: error: nothing\n")
    assert module.lines_with_errors("a.c", said) == {10, 30}


def test_a_campaign_compares_certifies_and_goes_on():
    core = pathlib.Path(RONDO).parent / "rondo-campaign"
    if not core.exists():
        raise Skip("rondo-campaign is not built")
    command = [ROOT / "scripts/campaign", "--build", core.parent, "--out", WORK / "campaign", "--hours", "0"]
    first = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert first.returncode == 0, first.stdout + first.stderr
    last = first.stdout.splitlines()[-1]
    assert last.startswith("100 models, ") and last.endswith(", 0 findings"), last
    certified, alone = (int(re.search(rf"(\d+) {words}", last).group(1)) for words in ("pieces of evidence certified", "of them by rondo-check"))
    unread = sum(int(number) for number in re.findall(r"^not for rondo-check: (\d+) ", first.stdout, re.M))
    assert alone and certified == alone + unread, first.stdout
    second = subprocess.run([*command, "--resume"], capture_output=True, text=True, timeout=300)
    assert second.returncode == 0 and second.stdout.splitlines()[-1].startswith("200 models, "), second.stdout + second.stderr


def test_a_campaign_keeps_what_it_finds():
    folder = WORK / "lying"
    folder.mkdir()
    for name, text in {"rondo": "exit 70", "rondo-check": "exit 1", "rondo-campaign": '[ "$1" = run ] || exit 0; echo aag 0 0 0 0 0 >"$2/1-model.aag"\n'
                       'printf "case\\t1\\nproblem\\twrong verdict: holds\\tcheck $2/1-model.aag\\n"'}.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    done = subprocess.run([ROOT / "scripts/campaign", "--build", folder, "--out", folder / "out", "--hours", "0"], capture_output=True, text=True)
    assert done.returncode == 1 and "finding: wrong verdict: holds" in done.stdout, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].endswith(", 1 findings"), done.stdout
    (kept,) = (folder / "out/findings").iterdir()
    assert (kept / "1-model.aag").exists() and "wrong verdict" in (kept / "finding.txt").read_text()
