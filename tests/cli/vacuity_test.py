"""What holds for the wrong reasons is said, after the verdicts and with evidence; and traces are short."""
import random, re

from harness import Skip, objects, remarks, rondo, write

try:
    import jsonschema
except ImportError:
    jsonschema = None

from json_test import validator

IDLE = """MODULE main
VAR x : 0..3; busy : boolean;
ASSIGN init(x) := 0; next(x) := (x + 1) mod 3;
  init(busy) := FALSE; next(busy) := x = 2 & busy;
DEFINE stuck := x = 3 & busy;
INVARSPEC NAME served := busy -> x = 2
LTLSPEC NAME goes_on := G (busy -> F x = 0)
CTLSPEC NAME returns := AG (x = 1 -> AF x = 2)
INVARSPEC NAME sound := x != 3
"""


def test_what_holds_vacuously_is_said_with_its_evidence():
    model = write("idle.smv", IDLE)
    out, _ = rondo("check", model, code=0)
    lines = out.splitlines()
    last = max(i for i, line in enumerate(lines) if "certificate checked)" in line or "update" in line and line.startswith("holds"))
    said = {line.split()[1]: (i, line) for i, line in enumerate(lines) if "(vacuously: " in line}
    assert set(said) == {"served", "goes_on", "returns"}, out
    assert "the antecedent 'busy' is never true)" in said["served"][1], out
    assert "the antecedent 'busy' is never true)" in said["goes_on"][1] and ", checked)" in said["goes_on"][1], out
    assert "'x = 1' does not matter, it holds with TRUE there, too" in said["returns"][1], out
    first_remark = min(i for i, _ in said.values())
    assert all(i < first_remark for i, line in enumerate(lines) if line.startswith("holds") and "(vacuously" not in line and ": " in line.split("(")[0]), out
    assert f"remark  {model}: 'stuck' is never true" in out and last, out
    table = {line.split()[1]: line for line in lines[lines.index(""):] if line.startswith("holds ")}
    assert [name for name in table if table[name].endswith(", vacuously")] == ["served", "goes_on", "returns"], out


def test_vacuity_in_json_has_a_line_of_its_own():
    out, _ = rondo("check", write("idle.smv", IDLE), "--json", code=0)
    found = remarks(out)
    assert len(objects(out)) == 4 and [x["property"] for x in found if "vacuous" in x] == ["served", "goes_on", "returns"], out
    first = next(x["vacuous"] for x in found if x.get("property") == "goes_on")
    assert first["what"] == "antecedent" and first["part"] == "F x = 0" and first["evidence"]["checked"] and first["engine"], first
    assert [x["remark"]["what"] for x in found if "remark" in x] == ["define"], found
    if not jsonschema:
        raise Skip("no python3-jsonschema")
    for line in found:
        faults = [e.message for e in validator().iter_errors(line)]
        assert not faults, (faults, line)


def test_a_remark_may_rest_on_strong_fairness():
    model = write("strongly.smv", "MODULE main\nVAR p : boolean; q : boolean;\nCOMPASSION (TRUE, p)\nLTLSPEC NAME often := G F (p | q)\n")
    assert "often (vacuously: 'q' does not matter, it holds with FALSE there, too)" in rondo("check", model, code=0)[0]


def test_the_formula_that_a_remark_shows_holds():
    model = write("idle.smv", IDLE)
    shown = next(x["vacuous"]["shown"] for x in remarks(rondo("check", model, "--json", code=0)[0]) if x.get("property") == "goes_on")
    assert shown == "G (busy -> false)", shown
    rondo("check", model, "--ltl", shown.replace("false", "FALSE"), code=0)


def test_no_vacuity_says_nothing_and_named_engines_are_left_alone():
    model = write("idle.smv", IDLE)
    for options in (["--no-vacuity"], ["-q"], ["-e", "ic3,fair,iictl"]):
        out, _ = rondo("check", model, *options, code=0)
        assert "vacuously" not in out and "remark" not in out, out
    out, _ = rondo("check", model, "-e", "ic3,fair,iictl", "--vacuity", code=0)
    assert "served (vacuously" in out, out
    rondo("check", model, "--vacuity", "--no-vacuity", code=64)


def test_a_model_without_fair_runs_says_so():
    model = write("unfair.smv", "MODULE main\nVAR x : 0..3;\nINIT x < 3\nASSIGN next(x) := x;\nFAIRNESS x = 3\nLTLSPEC G x = 1\n")
    out, _ = rondo("check", model, code=0)
    assert "(vacuously: no run of the model is fair)" in out, out
    model = write("ends.smv", "MODULE main\nVAR x : 0..3;\nINIT x = 0\nTRANS next(x) > x\nINVARSPEC x < 4 | x = 0\n")
    out, _ = rondo("check", model, code=0)
    assert "remark" in out and "every run ends in a state without a successor" in out, out
    model = write("empty.smv", "MODULE main\nVAR x : 0..3;\nINIT x = 0\nINVAR x > 0\nINVARSPEC x = 1\n")
    out, _ = rondo("check", model, code=0)
    assert "(vacuously: no initial state satisfies the constraints" in out, out


def test_comparisons_that_say_nothing_and_names_given_twice_are_noted():
    text = "MODULE main\nVAR x : 0..3; a : cell(2); b : cell(5);\nINVARSPEC NAME p := x = 9 -> x = 1\nINVARSPEC NAME p := x != 7\nMODULE cell(n)\nVAR y : 0..n;\nDEFINE top := y = 4; none := y = 7;\n"
    model = write("twice.smv", text)
    _, err = rondo("check", model)
    assert "twice.smv:3:23: 'x = 9' is never true, whatever the state" in err, err
    assert "twice.smv:4:23: 'x != 7' is always true, whatever the state" in err, err
    assert "'y = 7' is never true" in err and "'y = 4'" not in err, err
    assert "several properties are called 'p'" in err, err



def test_a_trace_is_shortened_where_another_engine_was_first():
    inputs = "".join(f"IVAR i{k} : boolean;\n" for k in range(30))
    rare = " & ".join("!" * (k % 2) + f"i{k}" for k in range(30))
    model = write("rare.smv", f"MODULE main\n{inputs}VAR n : 0..15;\nASSIGN init(n) := 0;\n"
                  f"  next(n) := case {rare} : 15; n < 15 : n + 1; TRUE : n; esac;\nINVARSPEC n < 15\n")
    (found,) = objects(rondo("check", model, "-e", "sim", "--no-choices", "--json", code=1)[0])
    (best,) = objects(rondo("check", model, "-e", "sim", "--no-choices", "--shortest", "--json", code=1)[0])
    assert found["evidence"] == {"kind": "trace", "checked": True, "size": 16}, found
    assert best["evidence"] == {"kind": "trace", "checked": True, "size": 2, "shortest": True}, best
    assert best["stats"]["trace_found"] == 16 and best["stats"]["trace_shortened"] == 14, best
    (default,) = objects(rondo("check", model, "--no-choices", "--json", code=1)[0])
    assert default["evidence"]["size"] == 2, default


WIDE = """MODULE main
VAR n : 0..1023; m : 0..1023; flip : boolean;
ASSIGN init(n) := 0; init(m) := 0;
  next(n) := case flip : (n + 3) mod 1024; TRUE : n; esac;
  next(m) := case flip : (m + 3) mod 1024; TRUE : m; esac;
INVARSPEC NAME same := n = m
LTLSPEC NAME again := G F n = 0
"""


def test_effort_is_explained_in_the_users_names():
    model = write("wide.smv", WIDE)
    out, _ = rondo("check", model, "--explain-effort", "-e", "ic3", "-p", "same", "--no-equivalences", "-t", "20")
    assert "ic3        100.0 % of the time; " in out and " after " in out, out
    assert "  lemmas are about " in out and "  obligations are about " in out and " literals)" in out, out
    (line,) = objects(rondo("check", model, "--explain-effort", "-e", "ic3", "-p", "same", "--no-equivalences", "-t", "20", "--json")[0])
    effort = line["effort"]
    assert {x["name"] for x in effort["signals"]} <= {"n", "m", "flip"} and effort["lemma_literals"] > 0, effort
    assert abs(sum(x["lemmas"] for x in effort["signals"]) - 1) < 0.01, effort
    assert [x["engine"] for x in effort["engines"]] == ["ic3"], effort
    numbers = [x["number"] for x in effort["engines"][0]["progress"]]
    assert numbers == sorted(numbers) and numbers, effort
    if jsonschema:
        faults = [e.message for e in validator().iter_errors(line)]
        assert not faults, (faults, line)
    (plain,) = objects(rondo("check", model, "-e", "bmc", "--bmc-bound", "3", "-p", "same", "--json")[0])
    assert "effort" not in plain


def test_hints_name_a_remedy():
    model = write("wide.smv", WIDE)
    out, _ = rondo("check", model, "--explain-effort", "-e", "bmc", "--no-bmc-prove", "--bmc-bound", "300", "-p", "same", "--no-equivalences", code=2)
    assert "hint: bmc has come to 300 steps" in out or "hint: bmc has come to 2" in out, out
    text = "MODULE main\nVAR n : 0..511; go : boolean;\nASSIGN init(n) := 0; next(n) := case go & n < 506 : n + 5; TRUE : n; esac;\nINVARSPEC n != 507\n"
    out, _ = rondo("check", write("fives.smv", text), "--explain-effort", "-e", "ic3", code=0)
    assert "hint: most lemmas are about the 9 bits of 'n'" in out, out


def test_of_several_files_no_verdict_waits_for_remarks():
    files = [write("idle.smv", IDLE), write("idle2.smv", IDLE.replace("busy", "active"))]
    out, _ = rondo("check", *files, code=0)
    verdicts, remarks_at = out.rindex("4 properties: 4 hold"), out.index("(vacuously")
    assert verdicts < remarks_at and out.count("(vacuously") == 6, out
    assert f"\n{files[1]}\nholds  served (vacuously" in out[remarks_at:], out
    objects_of = objects(rondo("check", *files, "--json", code=0)[0])
    kinds = ["verdict" in row for row in objects_of]
    assert kinds == sorted(kinds, reverse=True), kinds


def test_a_define_that_is_false_by_itself_is_noted():
    model = write("defines.smv", """MODULE main
VAR x : 0..3; b : boolean;
DEFINE both := x = 2 & x = 3; off := FALSE; also := off; some := b & x = 1;
VAR c : part(b, 2); d : part(b, 3);
INVARSPEC TRUE
MODULE part(b, n)
DEFINE here := b & n = 2;
""")
    _, err = rondo("check", model, code=0)
    assert err.count("never true") == 1 and ":3:22: 'x = 2 & x = 3' is never true, whatever the state" in err, err


def test_what_psl_says_in_other_words_is_given_up_as_it_was_written():
    model = write("other.smv", "MODULE main\nVAR n : 0..3;\nASSIGN init(n) := 0; next(n) := (n + 1) mod 4;\n"
                  "DEFINE a := n = 0; b := n = 0; p := n = 2;\n"
                  "PSLSPEC NAME once := a until_ b;\nPSLSPEC NAME some := next_e[1:3](p);\nPSLSPEC NAME first := p before n = 3;\n"
                  "PSLSPEC NAME all := next_a[0:2](n < 3 | a);\nPSLSPEC NAME event := always next_event(n = 3)[2](p -> a);\n"
                  "PSLSPEC NAME matched := always {a; n = 2} |-> p;\nPSLSPEC NAME fine := always {a; n = 1; p} |=> n = 3;\n"
                  "LTLSPEC NAME start := p -> X a\n")
    said = {x["property"]: x["vacuous"] for x in remarks(rondo("check", model, "--json", code=0)[0]) if "vacuous" in x}
    assert {name: said[name]["part"] for name in said if name != "start"} == {"all": "a", "event": "a", "matched": "p", "fine": "a"}, said
    assert said["start"]["reason"] == "the antecedent 'p' is never true in the first step", said  # it is true later


def random_psl(choose, deep=3):
    if not deep or deep < 3 and choose.random() < 0.2:
        return choose.choice("abc")
    part = lambda: random_psl(choose, deep - 1)
    forms = ["until", "until!", "until_", "until!_", "before", "before!", "before_", "before!_", "&", "|", "->"]
    return choose.choice([lambda: f"({part()} {choose.choice(forms)} {part()})", lambda: f"(always {part()})", lambda: f"(eventually! {part()})",
                          lambda: f"next_{choose.choice('ae')}[{choose.randrange(2)}:2]({part()})",
                          lambda: f"next_event_{choose.choice('ae')}{choose.choice(['', '!'])}({choose.choice('abc')})[1:{choose.choice('12')}]({part()})",
                          lambda: "({" + choose.choice("abc") + choose.choice(["", "[*]", "[+]"]) + " ; " + choose.choice("abc") + f"}} |{choose.choice('-=')}> {part()})"])()


def test_parts_of_psl_that_do_not_matter_can_be_replaced_in_the_text():
    """A remark says that a part can be TRUE or FALSE: the property with that in its text must hold."""
    replaced = 0
    for seed in range(1, 5):
        choose = random.Random(seed)
        head = ("MODULE main\nVAR n : 0..4; go : boolean;\nASSIGN init(n) := 0; next(n) := case go : (n + 1) mod 5; n = 4 : 0; TRUE : n; esac;\n"
                + "".join(f"DEFINE {name} := n in {{{', '.join(map(str, choose.sample(range(5), choose.choice([1, 4, 4]))))}}};\n" for name in "abc"))
        texts = {f"p{k}": random_psl(choose) for k in range(60)}
        model = write("random.smv", head + "".join(f"PSLSPEC NAME {name} := {text};\n" for name, text in texts.items()))
        without = {}
        for line in remarks(rondo("check", model, "--json", "--no-trace", code=None)[0]):
            said = line.get("vacuous", {})
            if said.get("what") == "part" and said["part"] in "abc":
                value = re.search(r"holds with (TRUE|FALSE) there", said["reason"]).group(1)
                without[line["property"]] = re.sub(rf"\b{said['part']}\b", value, texts[line["property"]])
        model = write("without.smv", head + "".join(f"PSLSPEC NAME {name} := {text};\n" for name, text in without.items()))
        lines = objects(rondo("check", model, "--json", "--no-trace", "--no-vacuity")[0])
        wrong = {line["property"]: (texts[line["property"]], without[line["property"]]) for line in lines if line["verdict"] != "holds"}
        assert not wrong, (seed, wrong)
        replaced += len(without)
    assert replaced > 15, replaced


def test_ctl_without_an_input_is_still_about_the_same_states():
    """The input that the formula reads belongs to the state and says what x will be; without it nothing would."""
    model = write("next.aag", "aag 2 1 1 0 0\n2\n4 2\ni0 i\nl0 x\n")
    out, _ = rondo("check", model, "--ctl", "i | AX x | AX !x", "--json", code=0)
    said = [x["vacuous"] for x in remarks(out) if "vacuous" in x]
    assert [x["part"] for x in said] == ["i"] and said[0]["shown"] == "(false | AX x | AX !x) & (i | !i)", out
    rondo("check", model, "--ctl", said[0]["shown"], code=0)
    rondo("check", model, "--ctl", "AX x | AX !x", code=1)

