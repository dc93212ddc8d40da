"""VCD files, read back by their grammar and compared with the printed trace; and the page, as far as no browser is needed."""
import json, re, shutil, signal, subprocess, time

from harness import EXAMPLES, RONDO, TOGGLE, WORK, Skip, objects, rondo, write


def read_vcd(path):
    """A VCD file by its grammar: {dotted name: (type, [value by time])}, and how long it lasts. Vectors are
    strings of bits, others as they are written."""
    tokens = iter(path.read_text().split())
    scopes, variables, values, history, time = [], {}, {}, [], None
    for token in tokens:
        if token == "$scope":
            assert next(tokens) == "module"
            scopes.append(next(tokens))
            assert next(tokens) == "$end"
        elif token == "$upscope":
            scopes.pop()
            assert next(tokens) == "$end"
        elif token == "$var":
            kind, width, code = next(tokens), int(next(tokens)), next(tokens)
            words = [word for word in iter(lambda: next(tokens), "$end")]
            name = ".".join(scopes + [words[0]])
            assert name not in variables, name
            assert len(words) == 1 or words[1] == f"[{width - 1}:0]", words
            variables[name] = (kind, width, code)
        elif token.startswith("$"):
            while next(tokens) != "$end":
                pass
        elif token[0] == "#":
            if time is not None:
                history.append(dict(values))
            assert int(token[1:]) == len(history), token
            time = int(token[1:])
        elif token[0] in "01":
            values[token[1:]] = token[0]
        else:
            assert token[0] in "bs", token
            values[next(tokens)] = token[1:]
    assert not scopes and time == len(history)
    for kind, width, code in variables.values():
        assert kind == "string" or all(len(step[code]) == width for step in history)
    return {name: (kind, [step[code] for step in history]) for name, (kind, width, code) in variables.items()}


def signed(bits):
    return int(bits, 2) - (1 << len(bits)) * (bits[0] == "1")


def printed_smv_steps(text):
    """The steps of a trace as `--full` prints it: {name: value} for each."""
    steps, current = {}, None
    for line in text.splitlines():
        head = re.match(r"\s*-> (State|Input): 1\.(\d+) <-", line)
        if head:
            current = steps.setdefault(int(head[2]) - (1 if head[1] == "State" else 2), {})
        elif current is not None and " = " in line:
            name, _, value = line.strip().rpartition(" = ")
            current[name] = value
    return [steps[k] for k in sorted(steps)]


VALUES = """MODULE main
VAR
  w : signed word[4];
  wide : unsigned word[70];
  level : -2..2;
  one : {only};
  part : cell;
INVARSPEC NAME never := !(w = 0sd4_5 & part.mode = busy)
LTLSPEC NAME rests := F G part.mode = busy
ASSIGN
  init(w) := 0sd4_0; next(w) := w - 0sd4_3;
  init(wide) := 0ud70_1; next(wide) := wide << 7;
  init(level) := -2; next(level) := level < 2 ? level + 1 : -2;
MODULE cell
VAR mode : {idle, busy}; on : boolean;
ASSIGN
  init(mode) := idle; next(mode) := mode = idle ? busy : idle;
  init(on) := FALSE; next(on) := mode = busy;
"""


def test_vcd_has_the_values_of_the_trace_in_types_and_scopes():
    model = write("values.smv", VALUES)
    out, _ = rondo("check", model, "-p", "never", "-e", "bmc", "--full", "--vcd", WORK / "v.vcd", code=1)
    steps, vcd = printed_smv_steps(out), read_vcd(WORK / "v.vcd")
    assert {name: kind for name, (kind, _) in vcd.items()} == {
        "rondo.step": "integer", "rondo.loop": "string", "main.w": "wire", "main.wide": "wire",
        "main.level": "integer", "main.one": "string", "main.part.mode": "string", "main.part.on": "wire"}, vcd
    assert [signed(bits) for bits in vcd["rondo.step"][1]] == list(range(len(steps)))
    assert set(vcd["rondo.loop"][1]) == {"stem"}
    word = lambda text: (-1 if text[0] == "-" else 1) * int(text.split("_")[1], 2 if "b" in text.split("_")[0] else 10)
    for k, step in enumerate(steps):
        assert signed(vcd["main.w"][1][k]) == word(step["w"]), k
        assert int(vcd["main.wide"][1][k], 2) == word(step["wide"]), k
        assert signed(vcd["main.level"][1][k]) == int(step["level"]), k
        assert vcd["main.one"][1][k] == "only" and vcd["main.part.mode"][1][k] == step["part.mode"], k
        assert vcd["main.part.on"][1][k] == {"TRUE": "1", "FALSE": "0"}[step["part.on"]], k
    assert any(signed(bits) < 0 for bits in vcd["main.w"][1])


def test_vcd_shows_the_loop_of_a_lasso_twice():
    model = write("values.smv", VALUES)
    out, _ = rondo("check", model, "-p", "rests", "-e", "bmc", "--full", "--vcd", WORK / "l.vcd", code=1)
    loop = int(re.search(r"Loop starts here\n\s*-> State: 1\.(\d+)", out)[1]) - 1
    length = len(printed_smv_steps(out)) - 1  # the last is the state that the loop returns to
    vcd = read_vcd(WORK / "l.vcd")
    expected = list(range(length)) + list(range(loop, length))
    assert [signed(bits) for bits in vcd["rondo.step"][1]] == expected, vcd["rondo.step"]
    assert vcd["rondo.loop"][1] == ["stem"] * loop + ["loop"] * (length - loop) + ["again"] * (length - loop)
    for name, (_, values) in vcd.items():
        if name.startswith("main."):
            assert values[length:] == values[loop:length], name


def test_vcd_of_several_properties_goes_to_files_of_their_names():
    here = WORK / "several"
    here.mkdir()
    model = write("values.smv", VALUES)
    rondo("check", model, TOGGLE, "--vcd", here / "out.vcd", code=1)
    assert sorted(path.name for path in here.iterdir()) == [
        "out-toggle-set.vcd", "out-values-never.vcd", "out-values-rests.vcd"], list(here.iterdir())
    out, _ = rondo("check", model, "--vcd", here / "both.vcd", code=1)
    assert f"  {here}/both-never.vcd\n" in out and f"  {here}/both-rests.vcd\n" in out, out
    assert (here / "both-never.vcd").exists() and (here / "both-rests.vcd").exists()
    rondo("check", TOGGLE, "-p", "set", "--vcd", here / "one.vcd", code=1)
    assert read_vcd(here / "one.vcd")["main.bit"] == ("wire", ["0", "1"])
    out, _ = rondo("check", TOGGLE, "--vcd", here / "json.vcd", "--json", code=1)
    assert [one["files"] for one in objects(out)] == [{"vcd": str(here / "json-set.vcd")}, {}], out


def test_vcd_of_a_ctl_verdict_has_a_file_for_each_path():
    model = write("paths.smv", "MODULE main\nVAR x : 0..4;\nASSIGN init(x) := 0; next(x) := {0, x < 4 ? x + 1 : 4};\n"
                  "CTLSPEC NAME no := AG (x < 2 | AG x != 4)\nCTLSPEC NAME all := AG x >= 0\n")
    rondo("check", model, "-p", "no", "--vcd", WORK / "ctl.vcd", code=1)
    first, second = read_vcd(WORK / "ctl.vcd"), read_vcd(WORK / "ctl-path2.vcd")
    assert signed(first["main.x"][1][-1]) >= 2 and signed(second["main.x"][1][-1]) == 4
    rondo("check", model, "-p", "all", "--vcd", WORK / "none.vcd", code=0)
    assert not (WORK / "none.vcd").exists()


def test_vcd_takes_any_name():
    names = ["a b", "a_b", "x.y", "x", "$end", "..", "p = q.r", "\u00e9t\u00e9"]
    aiger = f"aag {len(names)} {len(names)} 0 0 0 1\n" + "".join(f"{2 * i + 2}\n" for i in range(len(names))) + "2\n"
    aiger += "".join(f"i{i} {name}\n" for i, name in enumerate(names))
    rondo("check", write("names.aag", aiger), "--vcd", WORK / "names.vcd", code=1)
    vcd = read_vcd(WORK / "names.vcd")
    assert len(vcd) == len(names) + 2, vcd
    for name in ["main.a_b", "main.x", "main.x.y", "main._end", "main.p_=_q.r", "main.\u00e9t\u00e9"]:
        assert name in vcd, (name, list(vcd))


def test_simulate_writes_the_run_as_vcd_and_page():
    model = write("values.smv", VALUES)
    out, _ = rondo("simulate", model, "-n", "7", "--vcd", WORK / "run.vcd", "--html", WORK / "run.html", code=0)
    assert out == "" and len(read_vcd(WORK / "run.vcd")["main.w"][1]) == 7
    assert '"kind":"run"' in (WORK / "run.html").read_text()


def test_gtkwaves_own_converter_reads_our_vcd():
    if not shutil.which("vcd2fst") or not shutil.which("fst2vcd"):
        raise Skip("GTKWave is not installed")
    rondo("check", write("values.smv", VALUES), "-p", "rests", "--vcd", WORK / "gtk.vcd", code=1)
    subprocess.run(["vcd2fst", WORK / "gtk.vcd", WORK / "gtk.fst"], check=True, capture_output=True)
    back = subprocess.run(["fst2vcd", WORK / "gtk.fst"], check=True, capture_output=True, text=True).stdout
    write("back.vcd", back.replace("$dumpvars", "", 1).replace("\n$end\n#1\n", "\n#1\n", 1))
    ours, theirs = read_vcd(WORK / "gtk.vcd"), read_vcd(WORK / "back.vcd")
    for name, (kind, values) in ours.items():
        assert theirs[name][1][:len(values)] == values, name


def page_data(path):
    text = path.read_text()
    return text, json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])


def test_the_page_is_one_file_with_all_results_and_no_address():
    out, _ = rondo("check", EXAMPLES / "mutex.smv", "--json", "--html", WORK / "page.html", code=1)
    text, data = page_data(WORK / "page.html")
    printed = {one["property"]: one for one in objects(out)}
    assert len(data["results"]) == len(printed) and [one["index"] for one in data["results"]] == list(range(len(printed)))
    for one in data["results"]:
        for field in ["verdict", "engine", "formula", "evidence", "kind"]:
            assert one[field] == printed[one["property"]][field], (one["property"], field)
        kind = one["evidence"]["kind"]
        assert ("proof" in one) == (kind in ["invariant", "ranking", "ctl"]) and ("traces" in one) == (kind in ["trace", "lasso", "ctl"])
    assert not re.findall(r"(?:src|href)=\"(?!data:|#)|https?://(?!www\.w3\.org/2000/svg)|@import|url\(", text)


def test_the_page_escapes_what_could_end_its_script():
    name = "</script><script>alert(1)</script><!--"
    model = write("evil.aag", f"aag 1 1 0 0 0 1\n2\n2\ni0 {name}\nb0 {name}\n")
    rondo("check", model, "--html", WORK / "evil.html", code=1)
    text, data = page_data(WORK / "evil.html")
    assert text.count("</script>") == 2 and "<!--" not in text
    assert data["results"][0]["property"] == name
    assert name in [row["name"] for row in data["results"][0]["traces"][0]["rows"]]


def test_the_page_of_an_interrupted_run_has_what_is_known():
    for seconds in 0.5, 2, 10:  # on a busy machine it may take a while until there is something to interrupt
        (WORK / "stopped.html").unlink(missing_ok=True)
        run = subprocess.Popen([RONDO, "check", TOGGLE, "-e", "bmc", "--no-bmc-prove", "--html", WORK / "stopped.html"], stdout=subprocess.DEVNULL)
        time.sleep(seconds)
        run.send_signal(signal.SIGINT)
        if run.wait(60) == 1 and (WORK / "stopped.html").exists():
            break
    _, data = page_data(WORK / "stopped.html")
    assert [one["verdict"] for one in data["results"]] == ["violated", "unknown"], data


def test_a_report_that_cannot_be_written_is_an_error():
    for option in ["--html", "--vcd"]:
        _, error = rondo("check", TOGGLE, option, WORK / "no" / "such" / "folder", code=73)
        assert "cannot write" in error, error
