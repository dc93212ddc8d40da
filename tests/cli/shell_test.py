"""Completions in real shells, and man pages: both are made from the tables of commands and options."""
import re, shutil, subprocess

from harness import ROOT, WORK, Skip, rondo, write


def commands():
    return rondo("help", "commands", code=0)[0].split()


def script(shell):
    return write(f"rondo.{shell}", rondo("completion", shell, code=0)[0])


def tool(name):
    if not shutil.which(name):
        raise Skip(f"no {name}")
    return name


def bash(*words, folder=WORK):
    """What bash offers for the last of the words of a command line."""
    program = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rondo; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run([tool("bash"), "--norc", "-c", program, "bash", script("bash"), "rondo", *words], capture_output=True, text=True, timeout=60,
                          cwd=folder)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout.split("\n")[:-1]


def test_bash_knows_which_function_completes_rondo():
    done = subprocess.run([tool("bash"), "--norc", "-c", 'source "$1"; complete -p rondo', "bash", script("bash")], capture_output=True, text=True)
    assert done.stdout == "complete -F _rondo rondo\n", done.stdout + done.stderr


def test_bash_completes_commands_options_and_values():
    assert set(commands()) <= set(bash("")) and bash("che") == ["check"]
    assert bash("check", "--eng") == ["--engine"] and "--no-cone" in bash("check", "--no-") and bash("show", "--eng") == [""]
    for words in ["--engine", "fa"], ["-e", "fa"], ["--engine", "=", "fa"]:
        assert bash("check", *words) == ["fair"], words
    assert "ic3" in bash("check", "--engine", "=") and bash("check", "-e", "bmc,kl") == ["bmc,kliveness"]
    assert not [x for x in bash("check", "-e", "bmc,") if x == "bmc,bmc"]
    assert bash("check", "model.smv", "--encoding", "") == ["one-hot", "binary"]
    assert bash("certify", "--format", "smv") == ["smv", "smv-old"] and bash("check", "--timeout", "") == [""]
    assert bash("convert", "--to", "a") == ["aag", "aig"]
    assert bash("completion", "") == ["bash", "zsh", "fish"] and "check" in bash("help", "")
    assert bash("--hwmcc", "-e", "sim") == ["sim"]


def test_bash_completes_files_with_blanks_in_their_names():
    folder = WORK / "files"
    (folder / "deep").mkdir(parents=True, exist_ok=True)
    for name in "a model.smv", "b.aig":
        (folder / name).touch()
    assert sorted(bash("check", "", folder=folder)) == ["a model.smv", "b.aig", "deep"]
    assert bash("check", "--ltl-file", "b", folder=folder) == ["b.aig"] and bash("check", "b.aig", "a", folder=folder) == ["a model.smv"]


def test_every_option_of_the_help_is_completed():
    for command in commands():
        out, _ = rondo(command, "--help", code=0)
        named = re.findall(r"^ +(?:-\w, )?--(\[no-\])?([\w-]+)", out, re.M)
        wanted = {"--" + name for _, name in named} | {"--no-" + name for no, name in named if no} | {"--help"}
        assert set(bash(command, "--")) == wanted, (command, wanted)


def test_zsh_reads_its_completions():
    done = subprocess.run([tool("zsh"), "-n", script("zsh")], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr


def test_fish_completes_commands_options_and_values():
    def offers(line):
        done = subprocess.run([tool("fish"), "--no-config", "-c", f"source {script('fish')}; complete -C '{line}'"], capture_output=True, text=True, timeout=60,
                              cwd=WORK)
        assert done.returncode == 0, done.stderr
        return [x.split("\t")[0] for x in done.stdout.splitlines()]
    assert set(commands()) <= set(offers("rondo ")) and offers("rondo check --eng") == ["--engine"]
    assert offers("rondo check --encoding one") == ["one-hot"] and "bmc,kliveness" in offers("rondo check -e bmc,kl")


def test_completion_is_for_three_shells():
    rondo("completion", "tcsh", code=64)
    rondo("completion", code=64)


def test_man_pages_cover_every_command_and_option():
    whole, _ = rondo("help", "man", code=0)
    for command in commands():
        assert f"\\fB{command}\\fR" in whole and f"rondo\\-{command}\\fR(1)" in whole, command
        page, _ = rondo("help", "man", command, code=0)
        assert page.startswith(f".TH RONDO-{command.upper()} 1") and ".SH SYNOPSIS" in page and ".SH EXAMPLES" in page, page
        for name in re.findall(r"^ +(?:-\w, )?--(?:\[no-\])?([\w-]+)", rondo(command, "--help", code=0)[0], re.M):
            assert name.replace("-", "\\-") in page, (command, name)
    rondo("help", "man", "nothing", code=64)


def test_man_pages_are_clean_roff():
    for page in [[], *[[c] for c in commands()]]:
        done = subprocess.run([tool("groff"), "-ww", "-man", "-Tutf8", "-Kutf8"], input=rondo("help", "man", *page, code=0)[0], capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, done.stderr


def test_the_version_is_the_same_everywhere():
    version = rondo("version", code=0)[0].split()[1]
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    released = re.findall(r"^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert version in released, released
