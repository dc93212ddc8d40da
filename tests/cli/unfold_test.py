"""`rondo unfold`: sizes, the picture, JSON; deadlocks and markings with their runs; and what is refused. Engine `unfold` of `rondo check`."""
import json

from harness import EXAMPLES, objects, rondo, write

HEAD = "PEP\nPTNet\nFORMAT_N\n"
# Two that lock the same key; `busy0` and `busy1` exclude each other.
MUTEX = write("mutex.ll_net", HEAD + 'PL\n"idle0"0@0M1\n"busy0"0@0\n"key"0@0M1\n"idle1"0@0M1\n"busy1"0@0\nTR\n"lock0"0@0\n"unlock0"0@0\n"lock1"0@0\n'
              '"unlock1"0@0\nTP\n1<2\n2<1\n2<3\n3<5\n4<4\n4<3\nPT\n1>1\n3>1\n2>2\n4>3\n3>3\n5>4\n')
ENDS = write("ends.ll_net", HEAD + 'PL\n"a"0@0M1\n"b"0@0\nTR\n"go"0@0\nTP\n1<2\nPT\n1>1\n')
TWO = write("two.ll_net", HEAD + 'PL\n"a"0@0M1\n"b"0@0M1\n"c"0@0\nTR\n"x"0@0\n"y"0@0\nTP\n1<3\n2<3\nPT\n1>1\n2>2\n')


def test_the_size_of_the_prefix_is_printed():
    assert "4 events (2 of them cut-offs), 9 conditions" in rondo("unfold", MUTEX, code=0)[0]
    told = json.loads(rondo("unfold", MUTEX, "--json", code=0)[0])
    assert (told["events"], told["conditions"], told["cutoffs"]) == (4, 9, 2)
    assert told["complete"] and "answer" not in told
    printer = json.loads(rondo("unfold", EXAMPLES / "printer.pnml", "--bound", 4, "--json", code=0)[0])
    assert printer["complete"] and printer["events"]


def test_the_picture_has_all_events_and_marks_cut_offs():
    dot = rondo("unfold", MUTEX, "--dot", code=0)[0]
    assert dot.startswith("digraph prefix {") and dot.count("shape=box") == 4 and dot.count("style=dashed") == 2
    assert dot.count("shape=circle") == 9


def test_deadlocks_and_markings_are_found_with_a_run():
    assert "a deadlock: unreachable" in rondo("unfold", MUTEX, "--deadlock", code=0)[0]
    assert rondo("unfold", ENDS, "--deadlock", code=1)[0].endswith("a deadlock: reachable\n    1  go\n")
    assert "unreachable" in rondo("unfold", MUTEX, "--cover", "busy0", "--cover", "busy1", code=0)[0]
    told = json.loads(rondo("unfold", MUTEX, "--cover", "busy1", "--json", code=1)[0])
    assert told["answer"] == "reachable" and told["run"] == ["lock1"]
    # `busy1` alone is never marked: `idle0` is, too
    assert "unreachable" in rondo("unfold", MUTEX, "--marking", "busy1", code=0)[0]
    assert "reachable" in rondo("unfold", MUTEX, "--marking", "busy1", "--marking", "idle0", code=1)[0]
    assert "it is the initial marking" in rondo("unfold", ENDS, "--marking", "a", code=1)[0]


def test_unfold_refuses_what_it_cannot_do():
    assert "exactly one" in rondo("unfold", code=64)[1]
    assert "only one of --dot and --json" in rondo("unfold", MUTEX, "--dot", "--json", code=64)[1]
    assert "only one of --deadlock" in rondo("unfold", MUTEX, "--deadlock", "--cover", "key", code=64)[1]
    assert "no place 'keys'; did you mean 'key'" in rondo("unfold", MUTEX, "--cover", "keys", code=65)[1]
    assert "'c' can hold two tokens" in rondo("unfold", TWO, code=65)[1]
    assert "only nets are unfolded" in rondo("unfold", EXAMPLES / "counter.aag", code=65)[1]
    assert "bad.ll_net:3:1: error: the format" in rondo("unfold", write("bad.ll_net", "PEP\nPTNet\nFORMAT\n"), code=65)[1]


def test_engine_unfold_answers_and_counts():
    asked = ["--invar", "!(busy0 >= 1 & busy1 >= 1)", "--ltl", "G (busy0 >= 1 -> F busy0 < 1) | F G busy0 >= 1", "--ltl", "G F busy0 >= 1"]
    both, response, often = objects(rondo("check", MUTEX, "-e", "unfold", *asked, "--json", "--stats", code=1)[0])
    assert [x["verdict"] for x in (both, response, often)] == ["holds", "holds", "violated"]
    assert both["evidence"]["kind"] == response["evidence"]["kind"] == "prefix" and both["evidence"]["checked"] and both["evidence"]["trusted"]
    assert often["evidence"]["kind"] == "lasso" and often["engine"] == "unfold"
    told = json.loads(rondo("unfold", MUTEX, "--json", code=0)[0])
    assert {name: both["stats"][name] for name in ("events", "conditions", "cutoffs")} == {name: told[name] for name in ("events", "conditions", "cutoffs")}
    # a run that ends repeats its last marking
    assert "violated" in rondo("check", ENDS, "-e", "unfold", "--ltl", "G F a >= 1", code=1)[0]
    assert "holds" in rondo("check", ENDS, "-e", "unfold", "--ltl", "F G b >= 1", code=0)[0]


def test_engine_unfold_says_what_it_cannot_answer():
    assert "'c' can hold two tokens" in rondo("check", TWO, "-e", "unfold", "--invar", "!deadlock", code=2)[0]
    assert "steps there are to the next" in rondo("check", MUTEX, "-e", "unfold", "--ltl", "X busy0 >= 1", code=2)[0]
    assert "and LTL" in rondo("check", MUTEX, "-e", "unfold", "--ctl", "AG EF busy0 >= 1", code=2)[0]
    assert "does not take" in rondo("check", EXAMPLES / "lift.pml", "-e", "unfold", code=64)[1]
