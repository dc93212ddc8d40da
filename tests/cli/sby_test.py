"""Rondo in the place of the solvers of SymbiYosys: command lines and output as sby writes and reads them.

The tests below read the output by the rules of sby's own reader (docs/sby.md has them). Where SBY names a checkout of sby
and Yosys is installed, the real one runs, too, with examples/verilog."""
import os, pathlib, re, shutil, subprocess, sys

from harness import EXAMPLES, RONDO, ROOT, WORK, Skip, rondo, write

# A counter of two bits that stops at 3 while the input holds it: bad when it is 3; justice: it never leaves 0.
COUNTER = """aag 7 1 2 0 4 1 0 1 1
2
4 13
6 15
14
1
9
2
8 5 7
10 4 6
12 8 2
14 10 3
"""
# Two bits of one word; the input is a guess of Yosys, and has no name in the second map.
NAMES = "input 0 0 hold\nlatch 0 0 count\nlatch 1 1 count\noutput 0 0 x\n"
MAP = '{"version": "Yosys Witness Aiger Map", "latch_count": 2, "input_count": 2, "inputs": [{"input": 1, "offset": 0, "path": ["\\\\a"]}]}'


def toggle(bads, justice=()):
    """A bit that toggles from 0 (literal 2), one that stays 0 (4), two inputs (6, 8)."""
    head = f"aag 4 2 2 0 0 {len(bads)} 0 {len(justice)} 0"
    lines = [head, "6", "8", "2 3", "4 4", *bads, *["1"] * len(justice), *justice]
    return write(f"sby-{'-'.join(bads)}_{'-'.join(justice)}.aag", "\n".join(lines) + "\n")


def read_as_sby(output, bounded=False):
    """The status, the bounds and the lines of trace.aiw, by sby's rules; a line it would choke on is an AssertionError."""
    status, bounds, trace, ended = None, [], [], False
    for line in output.splitlines():
        line = line.strip()
        if not line:
            continue  # sby drops empty lines
        if status is None and line.startswith("u"):
            bounds.append(int(line[1:]))  # ValueError kills sby
        elif status is None and line in ("0", "1", "2"):
            status = {"0": "PASS", "1": "FAIL", "2": "PASS" if bounded else "UNKNOWN"}[line]
            trace.append(line)
        elif status is not None and not ended:
            trace.append(line)
            ended = line == "."
    return status, bounds, trace


def test_sby_suprove_proves_and_refutes():
    out, _ = rondo("suprove", toggle(["4", "0"]), code=0)
    assert read_as_sby(out) == ("PASS", [], ["0"]), out
    out, _ = rondo("suprove", toggle(["4", "2"]), code=0)
    assert read_as_sby(out)[0] == "FAIL" and read_as_sby(out)[2][:3] == ["1", "b1", "00"], out
    trace = read_as_sby(out)[2]
    assert len(trace) == 6 and all(len(line) == 2 for line in trace[3:5]) and trace[-1] == ".", trace


def test_sby_suprove_liveness_asks_justice_alone():
    for justice, status in (["2"], "FAIL"), (["4"], "PASS"), (["4", "2"], "FAIL"), (["4", "4"], "PASS"):
        out, _ = rondo("suprove", "+simple_liveness", toggle(["2"], justice), code=0)
        assert read_as_sby(out)[0] == status, (justice, out)
        if status == "FAIL":
            assert read_as_sby(out)[2][1] == f"j{justice.index('2')}", out
    # and bad states are not asked by it, nor justice without it
    assert read_as_sby(rondo("suprove", toggle(["4"], ["2"]), code=0)[0])[0] == "PASS"


def test_sby_every_witness_is_accepted_by_certify():
    for file, words in (toggle(["4", "2"]), ["suprove"]), (toggle(["0"], ["4", "2"]), ["suprove", "+simple_liveness"]), \
                       (toggle(["2"]), ["avy", "--cex", "-"]), (toggle(["2"]), ["rIC3", "--witness"]), (toggle(["4", "2"]), ["aigbmc", "5"]):
        out, _ = rondo(*words, file, code=0)
        witness = write("sby.aiw", "\n".join(read_as_sby(out)[2]) + "\n")
        assert rondo("certify", file, witness, code=0)[0].startswith("accepted"), (words, out)


def test_sby_bounded_solvers_answer_about_the_depth_and_nothing_else():
    deep = write("sby-deep.aag", "aag 5 1 4 0 0 1\n10\n2 1\n4 2\n6 4\n8 6\n8\n")  # a chain of four bits
    length = next(k for k in range(20) if read_as_sby(rondo("aigbmc", k, deep, code=0)[0], True)[0] == "FAIL")
    assert length == 4
    for k in range(length):
        for words in (["aigbmc", k], ["rIC3", "--bmc-max-k", k, "-e", "bmc", "-v", "0", "--witness"]):
            status, bounds, _ = read_as_sby(rondo(*words, deep, code=0)[0], True)
            assert status == "PASS" and bounds == (list(range(k + 1)) if words[0] == "aigbmc" else []), (words, bounds)
    for k in (length, length + 7):
        status, _, trace = read_as_sby(rondo("aigbmc", k, deep, code=0)[0], True)
        assert status == "FAIL" and len(trace) == 3 + length + 1 + 1, trace


def test_sby_a_depth_that_was_not_reached_is_no_pass():
    out, err = rondo("aigbmc", 9, toggle(["4"]), "-e", "fair", code=2)  # an engine that can say nothing about it
    assert read_as_sby(out, True)[0] is None and "the depth was not reached" in err, (out, err)


def test_sby_where_no_run_is_that_long_a_bounded_check_passes():
    dead = write("sby-dead.aag", "aag 2 1 1 0 0 1 1\n2\n4 1 0\n0\n5\n")  # the latch is 1 from step 1 on; a constraint forbids it
    status, bounds, _ = read_as_sby(rondo("aigbmc", 9, dead, code=0)[0], True)
    assert status == "PASS" and bounds == list(range(10)), bounds


def test_sby_nothing_to_check_is_unknown_and_said():
    for words in (["suprove", "+simple_liveness", toggle(["2"])], ["suprove", toggle([], ["2"])]):
        out, _ = rondo(*words, code=0)
        assert read_as_sby(out)[0] == "UNKNOWN" and "has no" in out, out


def test_sby_a_model_without_latches_has_an_initial_state_of_one_character():
    file = write("sby-comb.aag", "aag 3 2 0 0 1 1\n2\n4\n6\n6 2 4\n")
    out, _ = rondo("suprove", file, code=0)
    assert read_as_sby(out)[2] == ["1", "b0", "0", "11", "."], out


def test_sby_inputs_without_a_name_in_the_map_of_yosys_are_x():
    file = toggle(["0"], ["2"])
    file.with_suffix(".ywa").write_text(MAP)
    out, _ = rondo("suprove", "+simple_liveness", file, code=0)
    lines = read_as_sby(out)[2][3:-1]
    assert lines and all(line[0] == "x" and line[1] in "01" for line in lines), out
    file.with_suffix(".ywa").write_text('{"input_count": []}')
    out, err = rondo("suprove", "+simple_liveness", file, code=65)
    assert read_as_sby(out)[0] is None and "input_count" in err, err
    file.with_suffix(".ywa").unlink()


def test_sby_names_of_the_map_beside_the_model_are_in_the_vcd():
    file, vcd = write("sby-names.aag", COUNTER), WORK / "sby.vcd"
    file.with_suffix(".aim").write_text(NAMES)
    out, _ = rondo("suprove", "--vcd", vcd, file, code=0)
    assert read_as_sby(out)[0] == "FAIL", out
    text = vcd.read_text()
    assert " hold $end" in text and " count [1:0] $end" in text, text
    file.with_suffix(".aim").write_text("latch 7 0 count\n")
    _, err = rondo("suprove", file, code=65)
    assert "sby-names.aim:1: error: the AIGER file has no latch 7" in err, err


def test_sby_wrong_command_lines_are_usage_errors_and_bad_files_no_status():
    for words in (["suprove"], ["aigbmc", "x.aag"], ["aigbmc", "many", toggle(["2"])], ["sby", "abc", "x.aag"], ["suprove", "--nonsense", "x.aag"]):
        out, err = rondo(*words, code=64)
        assert out == "" and "rondo sby" in err, (words, out, err)
    out, err = rondo("suprove", write("sby-bad.aag", "aag 1\n"), code=65)
    assert read_as_sby(out)[0] is None and not err.startswith("u"), (out, err)


def test_sby_the_installed_names_start_it():
    home = WORK / "sby-home"
    (home / "bin").mkdir(parents=True)
    (home / "libexec" / "rondo").mkdir(parents=True)
    (home / "bin" / "rondo").symlink_to(RONDO)
    for name in "suprove", "aigbmc":
        shutil.copy(ROOT / "scripts" / "as-solver", home / "libexec" / "rondo" / name)
    done = subprocess.run([home / "libexec" / "rondo" / "aigbmc", "3", toggle(["4"])], capture_output=True, text=True)
    assert done.returncode == 0 and read_as_sby(done.stdout, True)[0] == "PASS", done


def test_the_real_sby_accepts_what_is_said():
    sby, yosys = os.environ.get("SBY"), shutil.which("yosys")
    if not sby or not yosys:
        raise Skip("SBY names no checkout of sby, or Yosys is missing")
    script = pathlib.Path(sby) / "sbysrc" / "sby.py"
    environment = {**os.environ, "SUPROVE": f"{RONDO} suprove", "AIGBMC": f"{RONDO} aigbmc", "AVY": f"{RONDO} avy", "BTORMC": f"{RONDO} btormc"}
    folder = WORK / "sby-run"
    shutil.copytree(EXAMPLES / "verilog", folder)
    for task in sorted(folder.glob("*.sby")):
        if "\nbtor " in task.read_text() and not shutil.which("btorsim"):
            continue
        wanted = {"pass": 0, "fail": 2}[task.stem.rsplit("-", 1)[1]]
        done = subprocess.run([sys.executable, script, "-f", task.name], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == wanted, (task.name, done.returncode, done.stdout[-2000:], done.stderr)


# ---- models of words ----

# A counter of three bits; one bad state is reached in step 3, one in step 6, one never.
WORDS = """1 sort bitvec 3
2 sort bitvec 1
3 zero 1
4 state 1 n
5 init 1 4 3
6 one 1
7 add 1 4 6
8 next 1 4 7
9 constd 1 3
10 eq 2 4 9
11 bad 10 three
12 constd 1 6
13 eq 2 4 12
14 bad 13 six
15 zero 2
16 bad 15 never
17 input 2 unused
"""


def read_btormc(output):
    """(how many properties, the witnesses, whether it came to its end), as sby reads it."""
    lines = [line.strip() for line in output.splitlines()]
    count = next(int(re.search(r"calling BMC on ([0-9]+) properties", line)[1]) for line in lines if "calling BMC" in line)
    witnesses = re.findall(r"^sat\n.*?^\.$", "\n".join(lines), re.S | re.M)
    return count, witnesses, any("deleting model checker:" in line for line in lines)


def test_sby_btormc_answers_up_to_a_depth():
    file = write("sby-words.btor", WORDS)
    for depth, found in (2, []), (3, ["b0"]), (9, ["b0"]):
        count, witnesses, ended = read_btormc(rondo("btormc", "--stop-first", "1", "-v", "1", "-kmax", depth, file, code=0)[0])
        assert count == 3 and ended and [w.split("\n")[1] for w in witnesses] == found, (depth, witnesses)
        for witness in witnesses:
            assert rondo("certify", file, write("sby.wit", witness + "\n"), code=0)[0].startswith("accepted"), witness
    for depth, found in (2, []), (3, ["b0"]), (9, ["b0", "b1"]):  # of covers all are wanted
        count, witnesses, ended = read_btormc(rondo("btormc", "--stop-first", "0", "-v", "1", "-kmax", depth, file, code=0)[0])
        assert count == 3 and ended and [w.split("\n")[1] for w in witnesses] == found, (depth, witnesses)


def test_sby_btormc_skips_the_first_steps():
    file = write("sby-skip.btor", WORDS.replace("4 state 1 n", " 4 state 1 n ; counts") + "18 bad -15\n")  # the last one is every step
    for least, depth, found in (0, 9, {"b0": 3, "b1": 6, "b3": 0}), (4, 9, {"b1": 6, "b3": 4}), (4, 12, {"b0": 11, "b1": 6, "b3": 4}), (4, 5, {"b3": 4}), (7, 6, {}):
        count, witnesses, ended = read_btormc(rondo("btormc", "--stop-first", "0", "-v", "1", "-kmax", depth, "-kmin", least, file, code=0)[0])
        assert count == 4 and ended and {w.split("\n")[1]: w.count("\n@") - 1 for w in witnesses} == found, (least, depth, witnesses)
        for witness in witnesses:  # one of the model as it is
            assert rondo("certify", file, write("sby.wit", witness + "\n"), code=0)[0].startswith("accepted"), witness
    out, err = rondo("btormc", "-kmax", "9", "-kmin", "some", file, code=64)
    assert out == "" and "skipped is to be a number" in err, err



def test_sby_pono_has_its_own_exit_codes():
    file = write("sby-words.btor", WORDS)
    out, _ = rondo("pono", "--witness", "-v", "1", "-e", "bmc", "-k", "9", file, code=0)
    assert out.startswith("sat\nb0\n") and out.endswith(".\n"), out
    assert rondo("pono", "--witness", "-v", "1", "-e", "bmc", "-k", "2", file, code=255)[0] == "unknown\nb0\n"
