"""Simulation: steps are found where there are any, a person can choose, and every trace that Rondo prints can be read back."""
import itertools, os, pty, re, subprocess, textwrap

from harness import EXAMPLES, ROOT, RONDO, WORK, Skip, objects, rondo, write

MODELS = ROOT / "tests" / "models"

# One pair of inputs in a million meets the constraint; the last state has no successor.
NARROW = """MODULE main
IVAR key : unsigned word[20];
VAR n : 0..4;
ASSIGN init(n) := 0;
TRANS key = uwconst(654321, 20)
TRANS next(n) = n + 1
"""


def plain(trace):
    """Without what the check of a formula adds to a model, and the width of its column."""
    return [re.sub(" +=", " =", line) for line in trace.rstrip().splitlines() if not re.match(r" *(automaton|\S+=\S+ +=)", line)]


def traces_of(output):
    """The traces in the text of a check, as `simulate` prints them."""
    blocks, lines = [], []
    for line in output.splitlines() + [""]:
        if line.startswith("    "):
            lines.append(line)
        elif lines:
            blocks.append(lines)
            lines = []
    found = []
    for block in blocks:
        text = textwrap.dedent("\n".join(block)).splitlines()
        if text[0].startswith(("step 0", "Trace Type", "-- loop")):
            found.append("\n".join(text))
    return found


def test_a_step_is_found_where_there_is_one_and_a_deadlock_is_told():
    model = write("narrow.smv", NARROW)
    out, err = rondo("simulate", model, "-n", 20, "--seed", 3, code=0)
    assert out.count("-> State:") == 5 and out.count("key = 0ud20_654321") == 1, out
    assert "stopped after 5 steps: deadlock: this state has no successor" in err, err
    _, err = rondo("simulate", write("none.smv", "MODULE main VAR x : boolean; INIT x INIT !x"), code=0)
    assert "the model has no initial state" in err, err


def test_the_initial_state_is_random_but_legal():
    model = write("start.smv", "MODULE main VAR n : 0..15; INIT n in {3, 5, 11} TRANS next(n) = n")
    seen = {re.search(r"n = (\d+)", rondo("simulate", model, "-n", 1, "--seed", seed, code=0)[0])[1] for seed in range(20)}
    assert seen == {"3", "5", "11"}, seen


def test_a_condition_is_met_in_every_step():
    out, _ = rondo("simulate", EXAMPLES / "mutex.smv", "-n", 40, "-c", "p0.at != wait & p1.at != wait", code=0)
    assert out.count("-> State:") == 40 and "= wait" not in out, out
    out, _ = rondo("simulate", EXAMPLES / "mutex.smv", "-n", 12, "--constrain", "p0.running", code=0)
    assert set(re.findall(r"_process_selector_ = (\w+)", out)) == {"p0"}, out
    _, err = rondo("simulate", EXAMPLES / "mutex.smv", "-c", "p0.at = critical", code=0)
    assert "no initial state satisfies the condition" in err, err
    rondo("simulate", EXAMPLES / "mutex.smv", "-c", "p0.at = nowhere", code=65)


def test_a_stimulus_has_names_and_values():
    model = write("counter.smv", "MODULE main IVAR go : boolean; m : {up, down}; VAR n : 0..7;\n"
                  "ASSIGN init(n) := 3; next(n) := case !go : n; m = up & n < 7 : n + 1; m = down & n > 0 : n - 1; TRUE : n; esac;")
    stimulus = write("names.txt", "# three steps\ngo = 1, m = up\ngo=1 m=down\n\nn = 2\n")
    for seed in range(5):
        out, _ = rondo("simulate", model, "--inputs", stimulus, "--full", "--seed", seed, code=0)
        assert re.findall(r" n = (\d)", out) == ["3", "4", "3", "2"], out
    # the second step needs a certain choice in the first, which says nothing of it
    late = write("late.txt", "\nn = 4\n")
    for seed in range(8):
        out, _ = rondo("simulate", model, "-i", late, "--full", "--seed", seed, code=0)
        assert re.findall(r" n = (\d)", out) == ["3", "4"], out
    for text, place in ("n = 9", ":1:1: error: '9' is not a value of 'n'"), ("go=1\nx = 1", ":2:1: error: the model has no signal 'x'"), \
            ("n = 3\nn = 7", ":2:1: error: the model cannot go"), ("go", ":1:1: error: expected 0, 1 or x"):
        _, err = rondo("simulate", model, "-i", write("wrong.txt", text), code=65)
        assert place in err, err


CASES = [(EXAMPLES / "mutex.smv", []), (EXAMPLES / "elevator.smv", []), (EXAMPLES / "arbiter.smv", []), (EXAMPLES / "traffic-light.aag", []),
         (MODELS / "counter.aag", ["--ltl-file", MODELS / "counter.ltl"]), (EXAMPLES / "fifo.btor2", []), (MODELS / "shifter.smv", []),
         (MODELS / "turnstile.smv", []), (MODELS / "gray.blif", ["--ltl-file", MODELS / "gray.ltl"])]


def test_every_trace_of_a_check_is_read_back_from_every_form():
    compared = 0
    for model, options in CASES:
        out, _ = rondo("check", model, *options)
        traces = traces_of(out)
        whole, full = write("whole.txt", out), write("full.txt", rondo("check", model, *options, "--full")[0])
        json = write("whole.json", rondo("check", model, *options, "--json")[0])
        for number, trace in enumerate(traces, 1):
            for file in whole, full, json:
                again, _ = rondo("simulate", model, "--trace", file, "--trace-number", number, code=0)
                assert plain(again) == plain(trace), (model, file, again, trace)
                compared += 1
        rondo("simulate", model, "--trace", whole, "--trace-number", 99, code=65)
        for result in objects(json.read_text()):
            if "trace" not in result:
                continue
            vcd, witness = WORK / "back.vcd", WORK / "back.witness"
            text, _ = rondo("check", model, *options, "-p", result["property"], "--vcd", vcd, "--witness", witness, code=1)
            for file in vcd, witness:
                again, _ = rondo("simulate", model, "--trace", file, code=0)
                told, (expected,) = plain(again), map(plain, traces_of(text))
                if file == witness:  # it does not say where the loop begins: the first state that comes back, and the automaton is not there
                    loops = [any(line.lstrip().startswith("-- ") for line in trace) for trace in (told, expected)]
                    assert loops[0] == loops[1] or "automaton" in text, (model, again, text)
                    told, expected = ([line for line in trace if not line.lstrip().startswith("-- ")] for trace in (told, expected))
                assert told == expected, (model, file, again, text)
                compared += 1
    assert compared > 50, compared


def test_paths_of_ctl_are_read_back_with_the_way_to_them():
    model = write("lamp.smv", "MODULE main VAR n : 0..9; x : boolean; ASSIGN init(n) := 0; next(n) := n < 9 ? n + 1 : 9; init(x) := FALSE; next(x) := {TRUE, FALSE};")
    formula = "AG (n = 4 -> AX (x -> AG (n = 9 -> !x)))"
    arguments = ["--ctl", formula]
    out, _ = rondo("check", model, *arguments, "--vcd", WORK / "paths.vcd", code=1)
    paths = out.count("as path")
    assert paths >= 2 and "of path 1, as path 2 shows" in out, out
    json = rondo("check", model, *arguments, "--json", code=1)[0]
    last = {}
    for name, text in ("text", out), ("json", json):
        for number in range(1, paths + 1):
            again, _ = rondo("simulate", model, "--trace", write(f"paths.{name}", text), "--trace-number", number, "--full", code=0)
            assert again.count("n = 0") == 1, again  # each begins in the initial state
            last[name, number] = again
    assert all(last["text", n] == last["json", n] for n in range(1, paths + 1)), last
    assert " n = 9" in last["text", paths] and " n = 4" in last["text", paths], last
    for number in range(1, paths + 1):
        again, _ = rondo("simulate", model, "--trace", WORK / ("paths.vcd" if number == 1 else f"paths-path{number}.vcd"), code=0)
        assert again.strip(), number


def test_what_is_no_run_is_refused():
    model = write("up.aag", "aag 1 0 1 0 0 1\n2 3\n2\nl0 bit\nb0 set\n")
    for name, text in ("a.txt", "step 0\n  bit = 0\nstep 1\n  bit = 0\n"), ("a.json", '{"trace": {"loop": null, "steps": [{"bit": true}]}}'), \
            ("a.witness", "1\nb0\n1\n\n\n.\n"), ("b.json", '{"trace": {"loop": 0, "steps": [{"bit": false}]}}'), ("c.json", "{"), ("d.vcd", "$scope module main $end\n"), \
            ("e.txt", "nothing here\n"), ("f.txt", "EG p is true in step 3 of path 7, as path 9 shows:\nstep 0\n bit = 0\n"), ("g.txt", "step 0\n  bat = 0\n"):
        _, err = rondo("simulate", model, "--trace", write(name, text), code=65)
        assert name in err or "step" in err, err


def test_nets_and_programs_read_the_whole_output_of_a_check():
    out, _ = rondo("check", EXAMPLES / "printer.pnml", "--check-deadlock", code=1)
    again, _ = rondo("simulate", EXAMPLES / "printer.pnml", "--trace", write("net.txt", out), code=0)
    assert [again.rstrip()] == traces_of(out), (again, out)
    lines = [line for line in out.splitlines() if "fired" in line]
    assert len(lines) == 3, lines
    out, _ = rondo("check", EXAMPLES / "lift.pml", "--json", code=1)
    again, _ = rondo("simulate", EXAMPLES / "lift.pml", "--trace", write("program.json", out), code=0)
    assert "the assertion does not hold" in again, again
    twice, _ = rondo("check", EXAMPLES / "lift.pml", code=1)
    again, _ = rondo("simulate", EXAMPLES / "lift.pml", "--trace", write("twice.txt", twice + twice), code=0)
    assert again.count("Caller[1]") == rondo("simulate", EXAMPLES / "lift.pml", "--trace", write("once.txt", twice), code=0)[0].count("Caller[1]"), again


def session(model, lines, *options):
    """What a person sees who types lines at a terminal."""
    try:
        parent, child = pty.openpty()
    except OSError:
        raise Skip("no terminals here")
    run = subprocess.Popen([RONDO, "simulate", str(model), "-I", *options], stdin=child, stdout=child, stderr=child)
    os.close(child)
    output = b""
    for line in itertools.chain(lines, [None]):
        while not output.endswith(b"quit> "):
            try:
                block = os.read(parent, 65536)
            except OSError:
                block = b""
            if not block:
                break
            output += block
        if line is None:
            break
        os.write(parent, line.encode() + b"\n")
        output += b"|"
    os.close(parent)
    run.wait(60)
    return output.decode().replace("\r", "")


def test_a_person_chooses_steps_of_a_circuit_on_a_terminal():
    out = session(EXAMPLES / "mutex.smv", ["1", "3", "r 3", "b", "g 1", "c p0.at != idle", "1", "c", "s", "7777", "c p0.at ==", "q"])
    answers = out.split("quit> |")
    assert "1  turn = 0\n   2  turn = 1" in answers[0], answers[0]
    assert "flag0 = 0, flag1 = 0, turn = 0" in answers[1] and "_process_selector_ = p0  ->  flag0 = 1, p0.at = give_way" in answers[1], answers[1]
    assert "step 2:" in answers[2] and "step 5:" in answers[3] and "step 4:" in answers[4] and "step 1:" in answers[5], out
    assert "_process_selector_ = p0  ->  flag0 = 1, p0.at = give_way" in answers[6] and "   2  " not in answers[6], answers[6]
    assert "step 2:" in answers[7] and "   2  " in answers[8] and "p0.at = give_way" in answers[9], out
    assert "there is no such choice" in answers[10] and "error:" in answers[11], out


def test_a_deadlock_is_told_at_the_prompt_and_one_can_go_back():
    model = write("narrow.smv", NARROW)
    out = session(model, ["1", "r 9", "g 2", "q"])
    answers = out.split("quit> |")
    assert "stopped: deadlock" in answers[2] and "step 5:" in answers[2] and "->  n = 2" in answers[3], out


def test_nets_and_programs_have_the_same_prompt():
    out = session(EXAMPLES / "printer.pnml", ["c lock", "1", "c", "r 2", "g 0", "q"])
    answers = out.split("quit> |")
    assert "fetch" in answers[0] and "fetch" not in answers[1] and "lock" in answers[1] and "step 0:" in answers[5], out
    out = session(EXAMPLES / "lift.pml", ["c Caller[1]", "1", "g 0", "q"])
    assert "Caller[0]" in out.split("quit> |")[0] and "Caller[0]" not in out.split("quit> |")[1], out


def test_many_choices_are_told_as_such():
    model = write("wide.aag", "aag 6 6 0 0 0 1\n2\n4\n6\n8\n10\n12\n0\n")
    out, _ = rondo("simulate", model, "-I", "--steps", 1, data="r\nq\n", code=0)
    assert "  16  " in out and "  17  " not in out and "and more: r takes any of them" in out, out


def test_commands_of_the_interactive_mode_may_be_written_out():
    model = write("count.smv", "MODULE main\nVAR n : 0..99;\nASSIGN init(n) := 0; next(n) := n < 99 ? n + 1 : n;\n")
    prompts = lambda said: re.findall(r"^step (\d+):", rondo("simulate", model, "-I", data="".join(line + "\n" for line in said) + "quit\n", code=0)[0], re.MULTILINE)
    assert prompts(["random 7", "back 2", "r3", "goto 1", "b", "goto 0"]) == ["0", "7", "5", "8", "1", "0", "0"]
    assert prompts(["randomly 7", "1 2", "2x", "r 2 3", "goto 5"]) == ["0"] * 6, "what is not understood is not done in part"
    out, _ = rondo("simulate", model, "-I", data="random 7\nconstrain n = 9\n1\nq\n", code=0)
    assert "n = 6\n" in out and "deadlock" not in out and "there is no such choice" in out, out

