"""What a person sees of engines at work, and the tables: on a terminal, in colour, and elsewhere."""
import os, pty, subprocess

from harness import EXAMPLES, RONDO, TOGGLE, WORK, objects, rondo, Skip


def on_terminal(*arguments, **variables):
    """What a run writes to a terminal."""
    try:
        parent, child = pty.openpty()
    except OSError:
        raise Skip("no terminals here")
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    run = subprocess.Popen([RONDO, *map(str, arguments)], stdout=child, stderr=child, stdin=child, env=dict(environment, **variables))
    os.close(child)
    output = b""
    while True:
        try:
            block = os.read(parent, 65536)
        except OSError:
            break
        if not block:
            break
        output += block
    os.close(parent)
    run.wait(60)
    return output.decode()


BUSY = ["check", TOGGLE, "-p", "1", "-e", "bmc", "-t", "1"]


def test_a_terminal_shows_what_engines_do_and_clears_it():
    out = on_terminal(*BUSY, TERM="xterm")
    assert "progress, after" in out and "bmc" in out and "bound" in out, out
    assert out.rindex("\x1b[J") < out.rindex("unknown"), out


def test_colours_are_for_terminals_that_want_them():
    verdict = ["check", TOGGLE, "--no-trace"]
    assert "\x1b[32mholds" in on_terminal(*verdict, TERM="xterm")
    for variables in {"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}, {}:
        assert "\x1b" not in on_terminal(*verdict, **variables), variables
    assert "\x1b[32m" in on_terminal(*verdict, TERM="xterm", NO_COLOR="")
    assert "\x1b" not in on_terminal(*verdict, "--color", "never", TERM="xterm")
    out, err = rondo(*verdict, code=1)
    assert "\x1b" not in out + err
    out, _ = rondo(*verdict, "--color", "always", code=1)
    assert "\x1b[32mholds" in out and "\x1b[1;31mviolated" in out


def test_nothing_moves_where_nothing_can_and_quiet_is_quiet():
    assert "\x1b" not in on_terminal(*BUSY, TERM="dumb")
    assert "\x1b[J" not in on_terminal(*BUSY, "--quiet", TERM="xterm")
    _, err = rondo(*BUSY, code=2)
    assert err == "", err


def test_several_properties_end_with_a_table():
    out, _ = rondo("check", TOGGLE, "--no-trace", "--witness", WORK / "table.witness", code=1)
    table = out[out.index("\nverdict"):].split("\n")
    assert table[1].split() == ["verdict", "property", "engine", "time", "evidence", "file"], table
    assert table[2].split()[:3] == ["violated", "set", "bmc"] and "trace, 2 steps" in table[2] and table[2].endswith(str(WORK / "table-set.witness")), table
    assert table[3].split()[:2] == ["holds", "never"] and "invariant" in table[3], table
    assert "2 properties: 1 holds, 1 violated" in out, out
    for arguments in ["-q"], ["-p", "1"], ["--json"]:
        out, _ = rondo("check", TOGGLE, *arguments)
        assert "\nverdict" not in out, out


def test_an_unknown_says_how_far_it_got_in_words():
    out, _ = rondo("check", TOGGLE, "-p", "1", "-e", "bmc", "--bmc-bound", "5", code=2)
    assert "no violation within 5 steps" in out, out


def test_several_engines_can_be_named():
    out, _ = rondo("check", EXAMPLES / "traffic-light.aag", "-e", "ic3,bmc", "-p", "0", "--json", code=0)
    assert objects(out)[0]["engine"] == "ic3", out
    out, _ = rondo("check", TOGGLE, "-p", "0", "--jobs", "3", "--json", code=1)
    assert objects(out)[0]["engine"] == "bmc", out
