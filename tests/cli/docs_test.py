"""The documentation is true: what it shows is what the program says, and what it tells people to type is accepted.

A fenced block with lines `$ rondo ...` is a session: each command is run in a scratch folder, and the lines up to the next
one are compared with its output (standard error included). A line `...` stands for any lines; times are masked. Commands
run one engine after the other (--jobs 0), so that the engine that answers is always the same. After a change of the
output, RONDO_DOCS=write rewrites the sessions that have no `...`.

Other commands, in blocks without `$` and in inline code, are run where all their files are there, for their exit code."""
import os, re, shutil, subprocess

from harness import RONDO, ROOT, WORK, rondo

PAGES = [ROOT / "README.md", ROOT / "examples" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

# As many as there are today: a session that is no longer found, or a command that is no longer tried, is noticed.
SESSIONS = 30
COMMANDS = 22

# What the text calls model.smv, design.smv and so on.
MODEL = """MODULE cell
VAR idle : boolean;
MODULE main
VAR p : boolean; idle : boolean; req : boolean; ack : boolean; n : 0..4; sub : cell;
ASSIGN init(n) := 0; next(n) := n < 4 ? n + 1 : 0;
ASSIGN init(p) := FALSE; next(p) := !p; next(idle) := {TRUE, FALSE}; next(ack) := req;
INVARSPEC NAME name := p | !p
LTLSPEC NAME served := G F p
CTLSPEC NAME alive := AG EF idle
"""


def scratch():
    """A folder with the examples, the models that the text names, and a `rondo` that repeats exactly."""
    folder = WORK / "docs"
    if folder.exists():
        return folder
    shutil.copytree(ROOT / "examples", folder / "examples")
    shutil.copy(ROOT / "tests" / "models" / "figure2.aag", folder)
    for name in "model.smv", "design.smv":
        (folder / name).write_text(MODEL)
    for name in "design.aig", "arbiter.aig":
        rondo("convert", folder / "model.smv", "--drop", "-o", folder / name, code=0)
    (folder / "arbiter.ctl").write_text("AG EF idle\n" * 4)
    (folder / "bin").mkdir()
    wrapper = folder / "bin" / "rondo"
    wrapper.write_text(f'#!/bin/sh\ncase "$1" in check) shift; exec {RONDO} check --jobs 0 "$@";; esac\nexec {RONDO} "$@"\n')
    wrapper.chmod(0o755)
    return folder


def run(command):
    environment = {**os.environ, "PATH": f"{scratch() / 'bin'}:{os.environ['PATH']}", "COLUMNS": "100"}
    return subprocess.run(command, shell=True, cwd=scratch(), env=environment, timeout=300, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def blocks(page):
    """(number of the first line, lines) of each fenced block."""
    lines, start = page.read_text().splitlines(), None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number + 1
        else:
            yield start, lines[start:number]
            start = None


def lacks_program(command):
    """Whether it needs a program that is not installed."""
    return "| jq" in command and not shutil.which("jq") or ".sv" in command and not shutil.which("yosys")


def session(lines):
    """(command, the lines it is said to print) of each command of a block."""
    for line in lines:
        if line.startswith("$ "):
            if "found" in locals():
                yield found
            found = (line[2:], [])
        else:
            found[1].append(line)
    yield found


def masked(line):
    """Without what depends on the load of a machine: times, and the diagram whose order of the places was in time."""
    return re.sub(r"\bdiagram of \d+ nodes", "diagram of N nodes", re.sub(r"\d+\.\d+ (s|ms)\b", "N s", line)).rstrip()


def agrees(shown, said):
    """Whether the lines of the text are those of the program, `...` standing for any number of lines."""
    if not shown:
        return not said
    if shown[0] == "...":
        return any(agrees(shown[1:], said[k:]) for k in range(len(said) + 1))
    return bool(said) and masked(shown[0]) == masked(said[0]) and agrees(shown[1:], said[1:])


def agrees_in_any_order(shown, said):
    """Properties are told as they are decided, and a slow machine decides them in another order."""
    return "..." not in shown and sorted(map(masked, shown)) == sorted(map(masked, said))


def rewrite(page, changes):
    """Puts the program's lines in the place of the text's; changes are (start, lines, new lines), in order."""
    lines = page.read_text().splitlines()
    for start, old, new in reversed(changes):
        lines[start:start + len(old)] = new
    page.write_text("\n".join(lines) + "\n")


def test_the_documentation_shows_what_the_program_says():
    executed, wrong = 0, []
    for page in PAGES:
        changes = []
        for start, lines in blocks(page):
            if not lines or not lines[0].startswith("$ "):
                continue
            executed += 1
            new = []
            for command, shown in session(lines):
                if lacks_program(command):
                    new += ["$ " + command, *shown]
                    continue
                said = [line.rstrip() for line in run(command).stdout.splitlines()]
                same = agrees(tuple(shown), tuple(said)) or agrees_in_any_order(shown, said)
                new += ["$ " + command, *(shown if same or "..." in shown else said)]
                if not same:
                    wrong.append(f"{page.relative_to(ROOT)}:{start + 1}: {command}\nsays\n" + "\n".join(said))
            changes.append((start, lines, new))
        if os.environ.get("RONDO_DOCS") == "write":
            rewrite(page, changes)
    assert not wrong, "\n\n".join(wrong)
    assert executed >= SESSIONS, f"{executed} sessions, not {SESSIONS}"


def inline_code(page):
    text = re.sub("^```.*?^```", "", page.read_text(), flags=re.S | re.M)
    return [" ".join(code.split()) for code in re.findall("`([^`]+)`", text)]


def commands(page):
    """What people are told to type, without sessions: the lines of blocks, a remark behind two blanks cut off; inline code."""
    for _, lines in blocks(page):
        if not lines[0].startswith("$ "):
            yield from (re.split("  +", line)[0] for line in lines if line.startswith("rondo "))
    yield from (code for code in inline_code(page) if code.startswith("rondo "))


def test_commands_in_the_documentation_are_accepted():
    tried = 0
    for page in PAGES:
        for command in commands(page):
            if re.search("[A-Z]{3}", command) or not any((scratch() / word).is_file() for word in command.split()):
                continue  # a form, such as `rondo check FILE`
            if lacks_program(command):
                continue
            tried += 1
            done = run(command)
            assert done.returncode in (0, 1, 2), f"{page.relative_to(ROOT)}: {command}: exit {done.returncode}\n{done.stdout}"
    assert tried >= COMMANDS, f"{tried} commands, not {COMMANDS}"


def test_options_in_the_documentation_exist():
    subcommands = [line.split()[0] for line in
                   rondo("help", code=0)[0].split("Commands:")[1].split("\n\n")[0].splitlines() if line.strip()]
    text = "".join(rondo("help", name, code=0)[0] for name in subcommands)
    known = set(re.findall("--[a-z][a-z0-9-]*", text.replace("--[no-]", "--no-") + text.replace("--[no-]", "--")))
    known |= {"--hwmcc", "--help", "--version"}
    for page in PAGES:
        mentioned = [code for code in inline_code(page) if code.startswith(("--", "rondo ", "-e "))]
        for option in re.findall("(?<![a-z-])--[a-z][a-z0-9-]*", " ".join([*mentioned, *commands(page)])):
            assert option in known, f"{page.relative_to(ROOT)} has {option}, which no command has"


def test_the_reference_of_options_is_what_the_program_prints():
    """After a change of the tables: rondo help options > docs/options.md"""
    assert (ROOT / "docs" / "options.md").read_text() == rondo("help", "options", code=0)[0]


def test_files_that_the_documentation_names_exist():
    for page in PAGES:
        for code in inline_code(page):
            if re.fullmatch("(src|tests|docs|examples|scripts|bench|include|cmake)/[a-zA-Z0-9_./-]*", code):
                assert (ROOT / code).exists(), f"{page.relative_to(ROOT)} names {code}, which is not there"
