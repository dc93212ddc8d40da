"""What is asked, and what is wrong with a question: selection of properties, limits of the whole run, errors before
anything is solved, and outputs that cannot be written."""
import json, os, pathlib, re, signal, subprocess, time

from harness import EXAMPLES, RONDO, TOGGLE, TOGGLE_TEXT, WORK, objects, rondo, write

# Every kind of property, named so that patterns can tell them apart; [ab]* is a name like any other.
KINDS = write("kinds.smv", """MODULE main
VAR x : boolean;
ASSIGN init(x) := FALSE; next(x) := !x;
INVARSPEC NAME lock_a := !(x & !x)
INVARSPEC NAME lock_b := TRUE
LTLSPEC NAME lives := G F x
CTLSPEC NAME can := EF x
""")

# Two questions that no engine answers soon: a counter that is far from its goal.
FAR = write("far.smv", """MODULE main
VAR n : word[48]; m : word[48];
ASSIGN init(n) := 0ud48_0; next(n) := n + 0ud48_1; init(m) := 0ud48_1; next(m) := m * 0ud48_3 + n;
INVARSPEC NAME one := n != 0ud48_140737488355320 | m != 0ud48_11
INVARSPEC NAME two := n != 0ud48_140737488355320 | m != 0ud48_7
""")


def names(*arguments, code=0):
    return [line["property"] for line in objects(rondo("check", *arguments, "--json", code=code)[0])]


# ---- which properties ----

def test_only_takes_kinds_of_properties():
    assert names(KINDS, "--only", "invar") == ["lock_a", "lock_b"]
    assert names(KINDS, "--only", "ltl,ctl") == ["lives", "can"]
    assert names(KINDS, "--only", "ltl", "--only", "invariant") == ["lock_a", "lock_b", "lives"]
    assert names(write("justice.aag", "aag 1 0 1 0 0 1 0 1 0\n2 3\n0\n1\n2\n"), "--only", "justice", code=1) == ["j0"]
    (words,) = re.findall(r"--only KINDS .*\((.*)\)", rondo("check", "--help", code=0)[0])
    for word in words.split("|"):
        rondo("check", KINDS, "--only", word, code=0)
    for wrong, hint in ("ltll", "did you mean 'ltl'"), ("nonsense", "there are invar, justice, ltl, ctl"), ("ltl,", "no kind ''"):
        _, err = rondo("check", KINDS, "--only", wrong, code=64)
        assert hint in err, err


def test_only_that_leaves_nothing_is_no_error_but_is_said():
    out, err = rondo("check", TOGGLE, "--only", "ctl", code=0)
    assert "no property of the kinds asked for" in err, err


def test_patterns_name_several_properties_each_once():
    assert names(KINDS, "-p", "lock*") == ["lock_a", "lock_b"]
    assert names(KINDS, "-p", "lock_?", "-p", "0", "-p", "c*") == ["lock_a", "lock_b", "can"]
    assert names(KINDS, "-p", "l*", "--only", "ltl") == ["lives"]
    _, err = rondo("check", KINDS, "-p", "key*", code=64)
    assert "has no property 'key*'; it has 4" in err, err


def test_a_name_that_is_there_is_no_pattern():
    model = write("stars.aag", "aag 1 0 1 0 0 3\n2 3\n0\n0\n0\nb0 bit\nb1 b*t\nb2 [ab]*\n")
    assert names(model, "-p", "b*t") == ["b*t"]
    assert names(model, "-p", "[ab]*") == ["[ab]*"]
    assert names(model, "-p", "b?t") == ["bit", "b*t"]


def test_one_property_that_a_pattern_names_has_the_file_as_it_was_given():
    rondo("check", KINDS, "-p", "*_a", "-c", WORK / "single.aig", code=0)
    assert (WORK / "single.aig").exists()
    rondo("check", KINDS, "-p", "lock*", "-c", WORK / "double.aig", code=0)
    assert (WORK / "double-lock_a.aig").exists() and not (WORK / "double.aig").exists()


def test_a_file_without_properties_answers_nothing():
    empty = write("empty.aag", "aag 1 0 1 0 0\n2 3\n")
    for options in [], ["-q"], ["--json"]:
        out, err = rondo("check", empty, *options, code=2)
        assert out == "" and err == f"rondo: {empty} has no property to check\n", (out, err)
    rondo("check", empty, TOGGLE, "-p", "1", code=2)


# ---- limits of the whole run ----

def test_the_total_is_for_all_properties_and_what_is_left_is_unknown():
    begun = time.time()
    out, _ = rondo("check", FAR, "--total", "2", "--json", code=2)
    assert [(x["verdict"], x["reason"]) for x in objects(out)] == [("unknown", "time limit of the whole run reached")] * 2, out
    assert all(x["stats"].get("queries", 0) + x["stats"].get("sat_queries", 0) > 0 for x in objects(out)), out  # both had their turn
    assert time.time() - begun < 60
    out, _ = rondo("check", FAR, "--total", "1000", "-t", "0.5", "--json", code=2)
    assert {x["reason"] for x in objects(out)} == {"time limit reached"}, out


def test_the_total_is_for_all_files():
    out, err = rondo("check", FAR, FAR, TOGGLE, "--total", "1", "--json", code=2)
    lines = [json.loads(line) for line in out.splitlines()]
    assert [x.get("verdict") for x in lines] == ["unknown", "unknown", None, None], out
    assert all("not read: time limit of the whole run reached" in x["error"] for x in lines[2:]), out
    assert err.count("not read: time limit of the whole run reached") == 2, err


def test_an_interrupt_ends_the_whole_run():
    run = subprocess.Popen([RONDO, "check", FAR, FAR, FAR, "-t", "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout.readline() == f"{FAR}\n"
    run.send_signal(signal.SIGTERM)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 2 and out.count("cancelled") >= 2 and str(FAR) not in out, (run.returncode, out, err)


# To read it is to find the factors of a product of two primes: whether there is an initial state.
HARD = write("hard.smv", """MODULE main
VAR a : word[64]; b : word[64];
INIT a * b = 0ud64_1000000016000000063 & a > 0ud64_1 & b > 0ud64_1 & a < 0ud64_2147483648 & b < 0ud64_2147483648
TRANS next(a) = a & next(b) = b
INVARSPEC a != b
""")


def test_reading_a_file_obeys_the_limits():
    for limit in ["--timeout", "1"], ["--total", "1"]:
        out, err = rondo("check", HARD, *limit, code=2)
        assert "time limit" in out + err, (out, err)


def test_reading_a_file_is_ended_by_a_signal():
    for number in signal.SIGTERM, signal.SIGINT:
        run = subprocess.Popen([RONDO, "check", HARD, FAR], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        run.send_signal(number)
        out, err = run.communicate(timeout=60)
        assert run.returncode == 2 and "cancelled" in out + err and str(FAR) not in out, (run.returncode, out, err)


# ---- errors before anything is solved ----

def test_engines_are_known_before_files_are_read():
    _, err = rondo("check", WORK / "absent.aag", "-e", "icc3", code=64)
    assert "there is no engine 'icc3'; did you mean 'ic3'?" in err, err
    for wrong in "nonsense", "ic3,nonsense", "ic3,,bmc", "":
        rondo("check", TOGGLE, "-e", wrong, code=64)


def test_an_engine_for_nothing_that_is_asked_is_an_error():
    out, err = rondo("check", TOGGLE, "-e", "iictl", code=64)
    assert out == "" and "engine 'iictl' does not take this kind of property" in err, (out, err)
    _, err = rondo("check", TOGGLE, "-e", "iictl,fair", code=64)
    assert "none of the engines iictl,fair takes" in err, err


def test_of_several_engines_each_takes_what_it_can():
    out, _ = rondo("check", EXAMPLES / "traffic-light.aag", "-e", "ic3,fair", "--json", code=1)
    assert [(x["verdict"], x["engine"]) for x in objects(out)] == [("holds", "ic3"), ("violated", "ic3"), ("holds", "fair")], out


def test_there_is_room_for_any_number_of_engines():
    for jobs in "0", "2", "30":
        out, _ = rondo("check", TOGGLE, "-p", "1", "-e", "sim," * 20 + "ic3", "--no-reduce", "--jobs", jobs, "--json", code=0)
        assert objects(out)[0]["engine"] == "ic3", out


def test_formats_are_known_in_every_command():
    for command in ["check", TOGGLE], ["show", TOGGLE], ["simulate", TOGGLE], ["convert", TOGGLE], ["certify", TOGGLE, TOGGLE]:
        _, err = rondo(*command, "--format", "smvv", code=64)
        assert "there is no format 'smvv'; did you mean 'smv'?" in err, err


def test_options_that_contradict_each_other_are_refused():
    for one, other in (["--quiet"], ["--verbose"]), (["--hwmcc"], ["--json"]), (["--no-trace"], ["--full"]), (["--quiet"], ["--defines"]), \
                      (["--smv-old"], ["--format", "aiger"]), (["--hwmcc"], ["--witness", "x"]), (["--hwmcc"], ["--ltl", "G bit"]), \
                      (["--hwmcc"], ["--html", "x"]), (["--hwmcc"], ["--check-deadlock"]):
        _, err = rondo("check", TOGGLE, *one, *other, code=64)
        assert f"{one[0]} and {other[0]} do not go together" in err, err
    rondo("check", TOGGLE, "--json", "--html", WORK / "both.html", code=1)
    rondo("--hwmcc", TOGGLE, "-e", "bmc", "-p", "0", code=10)


def test_files_that_cannot_be_written_are_known_before_solving():
    missing = WORK / "no" / "folder"
    for option in "--witness", "--certificate", "--vcd", "--html":
        out, err = rondo("check", FAR, option, missing, code=73)
        assert out == "" and f"cannot write {missing}" in err, (option, out, err)
    rondo("--hwmcc", FAR, missing, code=73)
    rondo("--hwmcc", FAR, WORK / "new", missing, code=73)
    rondo("convert", TOGGLE, "-o", missing, code=73)
    rondo("show", TOGGLE, "--dot", missing, code=73)
    for option in "--vcd", "--html":
        rondo("simulate", TOGGLE, option, missing, code=73)
    assert not (WORK / "new").exists()


def test_the_look_at_outputs_leaves_no_trace():
    kept = write("kept.witness", "as it was")
    rondo("check", TOGGLE, "-p", "1", "-w", kept, "-w", WORK / "none.witness", "--vcd", WORK / "none.vcd", code=0)
    rondo("check", TOGGLE, "-p", "1", "-w", kept, code=0)
    assert kept.read_text() == "as it was" and not (WORK / "none.witness").exists() and not (WORK / "none.vcd").exists()


# ---- outputs that are full or closed ----

PROOF = WORK / "usage-proof.aag"
COMMANDS = [["check", TOGGLE], ["check", TOGGLE, "--json"], ["--hwmcc", TOGGLE], ["show", TOGGLE, "--signals"], ["simulate", TOGGLE],
            ["convert", TOGGLE], ["certify", TOGGLE, PROOF, "-p", "1"], ["ltl", "G F a"], ["completion", "bash"], ["help"], ["help", "man"],
            ["version"], ["check", "--help"], []]


def prepare():
    rondo("check", TOGGLE, "-p", "1", "-c", PROOF, code=0)


def test_a_full_standard_output_is_noticed_by_every_command():
    prepare()
    for arguments in COMMANDS:
        with open("/dev/full", "w") as full:
            done = subprocess.run([RONDO, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        assert done.returncode == 74 and "cannot write to standard output" in done.stderr, (arguments, done.returncode, done.stderr)


def test_a_pipe_that_nobody_reads_ends_every_command_quietly():
    prepare()
    for ignored in False, True:
        for arguments in COMMANDS:
            reader, writer = os.pipe()
            os.close(reader)
            run = subprocess.Popen([RONDO, *map(str, arguments)], stdout=writer, stderr=subprocess.PIPE, text=True, restore_signals=not ignored)
            os.close(writer)
            _, err = run.communicate(timeout=60)
            assert run.returncode == (74 if ignored else -signal.SIGPIPE) and err == "", (arguments, ignored, run.returncode, err)


def test_a_closed_standard_output_is_noticed_and_no_file_takes_its_place():
    witness = WORK / "closed.witness"
    done = subprocess.run(["sh", "-c", '"$0" check "$1" -q -p 0 -w "$2" >&-', RONDO, TOGGLE, witness], stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 74 and "cannot write to standard output" in done.stderr, done
    assert witness.read_text().startswith("1\nb0\n"), witness.read_text()


def test_a_full_disk_is_noticed_for_every_file():
    for option, code in ("--witness", 74), ("--vcd", 74):
        _, err = rondo("check", TOGGLE, "-p", "0", option, "/dev/full", code=code)
        assert "cannot write /dev/full" in err, (option, err)
    _, err = rondo("check", TOGGLE, "-p", "1", "--certificate", "/dev/full", code=74)
    _, err = rondo("check", TOGGLE, "--html", "/dev/full", code=74)
    rondo("convert", TOGGLE, "-o", "/dev/full", code=74)
    rondo("show", TOGGLE, "--dot", "/dev/full", code=74)
    rondo("simulate", TOGGLE, "--vcd", "/dev/full", code=74)
    rondo("simulate", TOGGLE, "--html", "/dev/full", code=74)
    rondo("--hwmcc", TOGGLE, "/dev/full", "-p", "0", code=74)


# ---- help ----

def test_help_shows_the_default_of_every_option_that_has_one():
    out, _ = rondo("check", "--help", code=0)
    help_of = {m.group(1): line for line in out.splitlines() if (m := re.match(r"\s+(?:-\w, )?--(?:\[no-\])?([\w-]+)", line))}
    for name, default in {"color": "auto", "jobs": "one per core", "seed": "1", "encoding": "one-hot", "cone": "on", "sim-rounds": "200",
                          "ic3-ctg-max": "3", "ic3-infinite-frame": "off", "iictl-effort": "mic"}.items():
        assert f"default {default})" in help_of[name], help_of[name]
    for name in "engine", "timeout", "memory", "json", "witness":
        assert "default" not in help_of[name], help_of[name]
    assert "(default 10)" in rondo("simulate", "--help", code=0)[0]


def test_options_of_an_engine_carry_its_name():
    out, _ = rondo("check", "--help", code=0)
    for section in out.split("\nEngine ")[1:]:
        engine = section.split(":", 1)[0]
        options = re.findall(r"^\s+(?:-\w, )?--(?:\[no-\])?([\w-]+)", section.split("\n\n")[0], re.M)
        shared = {"fair-cycle", "gsh-schedule", "dont-cares", "fair-sets", "partial-order", "net-reduce", "exact-states", "weak-fairness", "bitstate", "cycle-search", "hash-compaction", "sleep-sets", "workers"}  # the contract for programs has them without a name
        own = (engine + "-", "bdd-") if engine == "dnc" else engine + "-"  # of diagrams, dnc has what bdd has
        assert options and all(option.startswith(own) or option in shared for option in options), (engine, options)
