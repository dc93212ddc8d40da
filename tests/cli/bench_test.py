"""The bench runner, on a small folder of its own: tables, plots, interruption, and what it says of a wrong answer."""
import json, os, shutil, signal, subprocess, time
import xml.etree.ElementTree as xml

from harness import EXAMPLES, RONDO, ROOT, TOGGLE_TEXT, WORK

SVG = "{http://www.w3.org/2000/svg}"


def folder(name, wrong=False):
    """A bench folder with a toggle (violated) and the crossing (holds), and a CTL suite of two formulas."""
    bench = WORK / name
    shutil.rmtree(bench, ignore_errors=True)
    for suite in "safety", "fair", "ctl":
        (bench / suite).mkdir(parents=True)
    (bench / "safety" / "toggle.aag").write_text(TOGGLE_TEXT)
    shutil.copy(EXAMPLES / "traffic-light.aag", bench / "safety" / "slow.aag")
    (bench / "safety" / "expected.tsv").write_text("file\tkind\tsizes\texpected\tby\n"
                                                   f"toggle.aag\tsafety\t\t{'unsat' if wrong else 'sat'}\tus\nslow.aag\tsafety\t\tunsat\tus\n")
    (bench / "safety" / "ric3-ic3.tsv").write_text("toggle\tsat\t0.50\nslow\tunknown\t30.00\n")
    shutil.copy(EXAMPLES / "traffic-light.aag", bench / "fair" / "crossing.aag")
    head = ["paper", "file", "empty", "latches", "gates", "conditions", "fair K=0", "fair K=1", "GSH", "LS", "DnC", "IC3", "peer"]
    row = ["crossing", "crossing.aag", "yes", "9", "26", "1(1)", "1/2", "1/1", "3", "6", "4", "5", "0.25"]
    (bench / "fair" / "table1.tsv").write_text("\t".join(head) + "\n" + "\t".join(row) + "\n")
    (bench / "ctl" / "am2901.aag").write_text("aag 1 0 1 0 0\n2 3\nl0 x\n")
    (bench / "ctl" / "am2901.ctl").write_text("#PASS: (0)\nAG AF x\n#PASS: (1)\nAG EF x\n")
    (bench / "ctl" / "expected.tsv").write_text("model\tproperties\tindex\tverdict\nam2901.aag\tam2901.ctl\t0\tholds\nam2901.aag\tam2901.ctl\t1\tholds\n")
    return bench


def command(bench, *more, rondo=RONDO):
    return [str(x) for x in [ROOT / "bench" / "run", bench, "--out", bench / "out", "--limit", "20", "--rondo", rondo, *more]]


def bench_run(bench, *more, code=0, rondo=RONDO):
    done = subprocess.run(command(bench, *more, rondo=rondo), capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def results(bench):
    return [json.loads(line) for line in (bench / "out" / "results.jsonl").read_text().splitlines()]


def test_bench_writes_tables_and_plots():
    bench = folder("bench")
    out = bench_run(bench, "--engines", "default,fair,ic3,bmc+ic3 --no-reduce", "--peers", "recorded", "--jobs", "2")
    report = (bench / "out" / "report.md").read_text()
    rows = {line.split("|")[1].strip(): [c.strip() for c in line.split("|")[2:-1]] for line in report.split("## safety")[1].split("\n## ")[0].splitlines()
            if line.startswith("| ")}
    assert rows["ic3"][:5] == ["2", "2", "1", "1", "0"] and rows["bmc+ic3 --no-reduce"][1] == "2" and "fair" not in rows, rows
    assert rows["rIC3 (recorded)"][:6] == ["2", "1", "0", "1", "0", "0"] and rows["rIC3 (recorded)"][6] == "40.5", rows
    assert "| crossing | yes | 9 | 1(1) | 1/2 | 1/1 |  | 3 | 6 | 4 |  | 5 |" in report and "0.25 |" in report, report
    assert "| am2901 | 0 / 1 | 2 / 0 | 1 / 0 | 2 | 0 of 2, " in report and "| soap | 10 / 0 | 10 / 0 | 10 / 0 | not run |" in report, report
    assert "report.md" in out and "## Wrong" not in report
    plots = {p.name: xml.parse(p).getroot() for p in (bench / "out" / "plots").glob("*.svg")}
    assert {"cactus-safety.svg", "cactus-fair.svg", "cactus-ctl.svg", "scatter-safety-default-ic3.svg", "scatter-fair-default-fair.svg"} <= set(plots), plots
    for name, root in plots.items():
        assert f"(plots/{name})" in report and "prefers-color-scheme:dark" in root.find(f"{SVG}style").text
        marks = [e for e in root.iter(f"{SVG}path") if "mark" in e.get("class", "")]
        assert marks and all(e.find(f"{SVG}title").text for e in marks), name
    words = [e.text for e in plots["scatter-safety-default-ic3.svg"].iter(f"{SVG}title")]
    assert any(w.startswith("toggle (violated): default 0.0") for w in words) and any(w.startswith("slow (holds)") for w in words), words


def test_bench_has_the_columns_and_the_figure_of_the_papers():
    bench = folder("bench-papers")
    bench_run(bench, "--suites", "fair", "--peers", "none")
    report = (bench / "out" / "report.md").read_text()
    for column in "fair", "bdd --fair-cycle gsh", "bdd --fair-cycle lockstep", "dnc":
        assert f"| {column} | 1 | 1 | 1 | 0 | 0 |" in report, report
    bench_run(bench, "--suites", "ctl", "--peers", "none")
    report = (bench / "out" / "report.md").read_text()
    assert "| iictl | 2 | 2 | 2 | 0 | 0 |" in report and "| ic3+fair | 1 | 1 | 1 | 0 | 0 |" in report, report  # LTL cannot say AG EF
    assert "| am2901 | 0 / 1 | 2 / 0 | 1 / 0 | 2 | 0 / 0 of 2, " in report, report
    plots = sorted(p.name for p in (bench / "out" / "plots").glob("figure3-*.svg"))
    assert len(plots) == 4 and all(f"(plots/{name})" in report for name in plots), plots


def test_bench_reads_the_models_of_vis():
    bench = folder("bench-vis")
    vis_rows(bench, [("crossing.ctl", 0, "pass", "tag", "-"), ("crossing.ctl", 2, "fail", "tag", "-"),
                     ("crossing.ctl", 2, "pass", "tag, but computed differs", "crossing.fair"), ("crossing.fair", 0, "fail", "computed", "crossing.fair")])
    out = bench_run(bench, "--suites", "vis", "--peers", "none")
    assert "| default | 4 | 4 | " in out and "## Wrong" not in out, out


def vis_rows(bench, rows):
    """A folder vis with the crossing, and these rows of questions."""
    (bench / "vis").mkdir(exist_ok=True)
    for name in "crossing.v", "crossing.ctl", "crossing.fair":
        shutil.copy(EXAMPLES / name, bench / "vis" / name)
    (bench / "vis" / "expected.tsv").write_text("model\tproperties\tindex\tformula\texpected\tsource\tfairness\tcomputed\n" + "".join(
        f"crossing.v\t{file}\t{n}\tf\t{answer}\t{source}\t{fair}\t?\n" for file, n, answer, source, fair in rows))


def test_a_bench_of_some_minutes_takes_a_sample_of_all_models():
    bench = folder("bench-minutes")
    shutil.copy(bench / "ctl" / "am2901.aag", bench / "ctl" / "soap.aag")
    with open(bench / "ctl" / "expected.tsv", "a") as f:
        f.write("".join(f"soap.aag\tam2901.ctl\t{n}\tholds\n" for n in (0, 1)))
    out = bench_run(bench, "--suites", "ctl", "--engines", "iictl", "--peers", "none", "--minutes", "5")
    order = [line.split()[2] for line in out.splitlines() if line.startswith("[")]
    assert len(order) == 4 and {label.split(".")[0] for label in order[:2]} == {"am2901", "soap"}, order  # one of each, then the other of each
    shutil.rmtree(bench / "out")
    out = bench_run(bench, "--suites", "ctl", "--engines", "iictl", "--peers", "none", "--minutes", "0")
    assert "the time is over; 4 runs are left" in out and "0 items of" in out and "a sample of 4 that 0 minutes allow" in out, out


def reproduce(bench, *more, code=0):
    docs = bench / "docs"
    docs.mkdir(exist_ok=True)
    shutil.copy(ROOT / "docs" / "reproduction.md", docs)
    done = subprocess.run([str(x) for x in [ROOT / "bench" / "reproduce", "--folder", bench, "--out", bench / "out", "--docs", docs, "--rondo", RONDO, *more]],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout, (docs / "reproduction.md").read_text(), (docs / "reproduction-tables.md").read_text()


def test_reproduce_fills_the_page_from_one_run_and_goes_on_after_it():
    bench = folder("bench-reproduce")
    (bench / "vis-aig").mkdir()
    shutil.copy(EXAMPLES / "traffic-light.aag", bench / "vis-aig" / "bakery1.aag")
    (bench / "vis-aig" / "expected.tsv").write_text("model\tverdict\tfrom\tlatches\tfair sets\tsource\nbakery1.aag\tholds\t-\t9\t1\ttest\n")
    vis_rows(bench, [("crossing.ctl", 0, "pass", "tag", "-"), ("crossing.ctl", 2, "pass", "tag, but computed differs", "-"), ("crossing.ctl", 1, "?", "-", "-")])
    out, page, long = reproduce(bench, "--minutes", "10", "--jobs", "1")
    assert "Not measured yet" not in page and "--minutes 10" in page, page
    assert "| which languages are empty | **confirmed**: 1 of 1 are decided by some column" in page, page
    assert "| counters (cnt, jc) need no skeleton | **too few to say**" in page and "`iictl` 0, `bdd` 0, without reachability 0 of 2 open" in page, page
    assert "| questions asked | 3 of 3 |" in page and "| as the answer says | 1 |" in page and "| against the answer | 1, all explained below |" in page, page
    assert "| without an answer | 1, decided 1 |" in page and "Against the answer: crossing.v:crossing.ctl:2." in page, page
    assert "| crossing | yes | 9 | 1(1) |" in long and "| am2901 | 0 / 1 |" in long, long
    assert "| Blackjack1 | F | 176 |" in long and "| bakery1.aag | 1" in page.split("fair sets at each level")[1], page
    plots = {p.name for p in (bench / "docs" / "plots").glob("*.svg") if xml.parse(p)}
    assert {"iictl-against-bdd.svg", "best-against-best.svg", "refinement-tree.svg"} <= plots, plots
    again, same, _ = reproduce(bench, "--minutes", "10", "--jobs", "1")
    measured = lambda text: [line for line in text.splitlines() if not line.startswith("Measured by")]  # says how busy the machine was
    assert measured(same) == measured(page) and not [line for line in again.splitlines() if line.startswith("[")], again
    vis_rows(bench, [("crossing.ctl", 0, "fail", "tag", "-")])  # an answer that nobody disputes
    out, page, _ = reproduce(bench, "--minutes", "10", "--jobs", "1", "--report", code=1)
    assert "**Not explained:** crossing.v:crossing.ctl:0" in page and "not checked: crossing.v:crossing.ctl:0" in out, page


def test_bench_flags_a_wrong_answer():
    bench = folder("bench-wrong", wrong=True)
    out = bench_run(bench, "--engines", "ic3,default", "--peers", "none", code=1)
    assert "## Wrong" in out and "- safety toggle: ic3 is wrong" in out and "safety slow: ic3" not in out.split("## Wrong")[1], out
    out = bench_run(bench, "--engines", "ic3", "--peers", "none", "--only", "slow")
    assert "## Wrong" not in out


def test_bench_runs_models_without_a_known_answer_too():
    bench, liar = folder("bench-unlisted"), WORK / "liar-unlisted"
    (bench / "safety" / "unlisted.aag").write_text(TOGGLE_TEXT)
    out = bench_run(bench, "--engines", "ic3,bmc", "--suites", "safety", "--peers", "recorded", "--limit", "2")
    rows = {line.split("|")[1].strip(): [c.strip() for c in line.split("|")[2:-1]] for line in out.splitlines() if line.startswith("| ")}
    assert "3 items" in out and "## Wrong" not in out, out
    assert rows["ic3"][:2] == ["3", "3"] and rows["ic3"][-1] == "1", rows
    assert rows["bmc"][:2] == ["3", "3"] and rows["bmc"][-1] == "1" and rows["rIC3 (recorded)"][-1] == "0", rows
    liar.write_text(f'#!/bin/sh\ncase "$*" in *"unlisted.aag"*"engine bmc"*) {RONDO} "$@" | sed "s/violated/holds/" ;; *) exec {RONDO} "$@" ;; esac\n')
    liar.chmod(0o755)
    out = bench_run(bench, "--engines", "ic3,bmc", "--suites", "safety", "--peers", "none", "--only", "unlisted", rondo=liar, code=1)
    assert "- safety unlisted: answers differ" in out and "is wrong" not in out, out


def test_bench_flags_answers_that_contradict_each_other_and_evidence_that_is_not_checked():
    bench, liar = WORK / "bench-liar", WORK / "liar"
    bench.mkdir(exist_ok=True)
    (bench / "toggle.aag").write_text(TOGGLE_TEXT)
    liar.write_text(f'#!/bin/sh\ncase "$*" in *"engine ic3"*) exec {RONDO} "$@" ;; *) {RONDO} "$@" | sed "s/violated/holds/" ;; esac\n')
    liar.chmod(0o755)
    out = bench_run(bench, "--engines", "ic3,bmc+kind", rondo=liar, code=1)
    assert "bench-liar toggle.aag: answers differ" in out, out
    liar.write_text(f'#!/bin/sh\n{RONDO} "$@" | sed "s/\\"checked\\":true/\\"checked\\":false/"\n')
    out = bench_run(bench, "--engines", "ic3", rondo=liar, code=1)
    assert "toggle.aag: ic3 is wrong, or its evidence was not checked" in out, out


def test_bench_survives_an_output_that_was_cut_short():
    bench, cut = folder("bench-cut"), WORK / "cut"
    cut.write_text(f'#!/bin/sh\n[ "$1" = help ] && exec {RONDO} "$@"\n{RONDO} "$@" | head -c 100\n')
    cut.chmod(0o755)
    bench_run(bench, "--engines", "ic3", "--suites", "safety", "--peers", "none", rondo=cut)
    assert [r["verdict"] for r in results(bench)] == ["unknown", "unknown"]


def test_bench_goes_on_after_an_interruption():
    bench, log, slow = folder("bench-resume"), WORK / "bench.log", WORK / "bench-rondo"
    log.write_text("")
    slow.write_text(f'#!/bin/sh\n[ "$1" = check ] && echo "$2" >>{log}\n'
                    f'case "$2" in *slow*) [ -e {WORK}/bench-go ] || sleep 250 ;; esac\nexec {RONDO} "$@"\n')
    slow.chmod(0o755)
    arguments = ["--engines", "ic3", "--suites", "safety", "--peers", "none"]
    listen = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test run in the background may have been started deaf to it
    process = subprocess.Popen(command(bench, *arguments, rondo=slow), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listen)
    for _ in range(600):
        if "slow" in log.read_text():
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "the same command goes on" in err, err
    assert [r["key"][-1] for r in results(bench)] == ["toggle"]
    left = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout if shutil.which("ps") else ""
    assert str(slow) not in left, left
    with open(bench / "out" / "results.jsonl", "a") as f:
        f.write('{"key": ["cut sh')  # what a machine that lost its power may leave
    (WORK / "bench-go").touch()
    out = bench_run(bench, *arguments, rondo=slow)
    assert "2 items, 1 runs to do" in out, out
    assert [os.path.basename(line) for line in log.read_text().splitlines()] == ["toggle.aag", "slow.aag", "slow.aag"]
    lines = (bench / "out" / "results.jsonl").read_text().splitlines()
    assert len(lines) == 3 and json.loads(lines[2])["key"][-1] == "slow"
    assert "0 runs to do" in bench_run(bench, *arguments, rondo=slow)
    slow.write_text(slow.read_text() + "# another build\n")
    assert "2 runs to do" in bench_run(bench, *arguments, rondo=slow)


def test_bench_refuses_what_is_not_there():
    bench = folder("bench-usage")
    done = subprocess.run(command(bench, "--engines", "nonsense"), capture_output=True, text=True)
    assert done.returncode == 1 and "there is no engine 'nonsense'" in done.stderr and not done.stdout, done.stderr
    done = subprocess.run(command(WORK / "no-such-folder"), capture_output=True, text=True)
    assert done.returncode == 1 and "is no folder" in done.stderr, done.stderr


def test_bench_has_the_tables_of_the_paper_on_termination_criteria():
    bench = WORK / "bench-bmc"
    shutil.rmtree(bench, ignore_errors=True)
    short = bench / "vis" / "Short"
    short.mkdir(parents=True)
    (short / "short.v").write_text("module main(clk);\n  input clk;\n  reg [1:0] s;\n  initial s = 0;\n"
                                   "  always @(posedge clk) begin if (s != 2) s = s + 1; end\nendmodule\n")
    (short / "short.ltl").write_text("F G s=2;\nG F s=0;\n")
    (bench / "vis" / "expected.tsv").write_text("model\tproperties\tindex\tformula\texpected\tsource\tfairness\tcomputed\n"
                                                "Short/short.v\tshort.ltl\t0\tF G s=2\tpass\ttag\t-\tpass\n"
                                                "Short/short.v\tshort.ltl\t1\tG F s=0\tfail\ttag\t-\tfail\n")
    out = bench_run(bench, "--suites", "bmc", "--peers", "none")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in out.split("### Table 6")[1].splitlines() if line.startswith("| Short/short:")]
    assert [row[0] for row in rows] == ["Short/short:0", "Short/short:1"], out
    assert all(cell.endswith("✓") for cell in rows[0][1:]) and all(cell.endswith("✗") for cell in rows[1][1:]), rows
    assert "| *Short* | 0, 2, 0 | 0, 0, 0 | 0, 0, 0 | 4, 4, 0.02 | 10, 0.57 | 0.01 |" in out, out
    assert "2 items" not in bench_run(bench, "--suites", "fair", "--peers", "none"), "only when it is asked for"


def test_eightfold_counts_what_is_decided_in_the_time():
    models = WORK / "eightfold"
    shutil.rmtree(models, ignore_errors=True)
    models.mkdir()
    for name in "counter.aag", "traffic-light.aag":
        shutil.copy(EXAMPLES / name, models)
    (models / "text.txt").write_text("no model")
    done = subprocess.run([ROOT / "bench" / "eightfold", models, "--rondo", RONDO, "--limit", "5", "--jobs", "4"], capture_output=True, text=True)
    assert done.returncode == 0 and "--jobs 4 in 20 CPU s: 2 of 2" in done.stdout, done
    assert done.stdout.count(" violated ") + done.stdout.count(" holds ") == 6 and "models with both verdicts: 0" in done.stdout, done.stdout
    slow = models / "slow"
    slow.write_text("#!/bin/sh\nwhile :; do :; done\n")
    slow.chmod(0o755)
    done = subprocess.run([ROOT / "bench" / "eightfold", models, "--rondo", slow, "--limit", "0.1", "--jobs", "2"], capture_output=True, text=True)
    assert "--jobs 2 in 0.2 CPU s: 0 of 2" in done.stdout and done.stdout.count(": open") == 6, done
