"""What a person sees of engines at work, and the tables: on a terminal, in colour, and elsewhere."""
import fcntl, os, pty, re, struct, subprocess, termios

from harness import EXAMPLES, RONDO, TOGGLE, WORK, objects, rondo, write, Skip


def on_terminal(*arguments, columns=0, **variables):
    """What a run writes to a terminal, of so many columns."""
    try:
        parent, child = pty.openpty()
    except OSError:
        raise Skip("no terminals here")
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24 if columns else 0, columns, 0, 0))
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


BUSY = ["check", TOGGLE, "-p", "1", "-e", "bmc", "--no-bmc-prove", "-t", "1"]


def test_a_terminal_shows_what_engines_do_and_clears_it():
    out = on_terminal(*BUSY, TERM="xterm")
    assert "progress, after" in out and "bmc" in out and "bound" in out, out
    assert out.rindex("\x1b[J") < out.rindex("unknown"), out


def test_colours_are_for_terminals_that_want_them():
    verdict = ["check", TOGGLE, "--no-trace"]
    assert "\x1b[32mholds" in on_terminal(*verdict, TERM="xterm")
    for variables in {"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}, {}:
        assert not re.search(r"\x1b\[[0-9;]*m", on_terminal(*verdict, **variables)), variables
    assert "\x1b[32m" in on_terminal(*verdict, TERM="xterm", NO_COLOR="")
    assert not re.search(r"\x1b\[[0-9;]*m", on_terminal(*verdict, "--color", "never", TERM="xterm"))
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
    out, _ = rondo("check", TOGGLE, "-p", "1", "-e", "bmc", "--bmc-bound", "5", "--no-bmc-prove", code=2)
    assert "no violation within 5 steps" in out, out


def test_several_engines_can_be_named():
    out, _ = rondo("check", EXAMPLES / "traffic-light.aag", "-e", "ic3,bmc", "-p", "0", "--json", code=0)
    assert objects(out)[0]["engine"] == "ic3", out
    out, _ = rondo("check", TOGGLE, "-p", "0", "--jobs", "3", "--json", code=1)
    assert objects(out)[0]["engine"] == "bmc", out


LONG = "a_property_with_a_name_that_tells_the_whole_story_of_what_must_never_happen_here"


def table_of(output):
    return output.replace("\r", "")[output.replace("\r", "").index("\nverdict"):].split("\n")[1:4]


def test_names_are_cut_only_where_a_terminal_has_no_room():
    model = write("long.aag", f"aag 1 0 1 0 0 2\n2 3\n2\n0\nb0 {LONG}\nb1 short\n")
    out, _ = rondo("check", model, "--no-trace", code=1)
    assert LONG in table_of(out)[1], out
    wide = table_of(on_terminal("check", model, "--no-trace", TERM="dumb", columns=160))
    assert LONG in wide[1], wide
    narrow = table_of(on_terminal("check", model, "--no-trace", TERM="dumb", columns=100))
    assert LONG not in narrow[1] and "_the_whole_sto...  bmc" in narrow[1] and max(map(len, narrow)) <= 100, narrow
    tiny = table_of(on_terminal("check", model, "--no-trace", TERM="dumb", columns=30))
    assert LONG[:17] + "..." in tiny[1], tiny


def test_columns_are_straight_after_any_alphabet():
    model = write("umlaut.aag", "aag 1 0 1 0 0 2\n2 3\n2\n0\nb0 gr\u00fc\u00dfe\nb1 hello\n")
    table = table_of(rondo("check", model, "--no-trace", code=1)[0])
    assert len({line.index(" s ") for line in table[1:]}) == 1, table


# What a terminal would obey: an escape sequence, a bell, a control character of two bytes; and what is no UTF-8.
RUDE = b"x\x1b[31m\x07\xc2\x9b\xff"
SHOWN = r"x\x1b[31m\x07\xc2\x9b\xff"


def test_nothing_in_a_model_reaches_a_terminal_as_a_command():
    model = write("rude.aag", b"aag 1 0 1 0 0 2\n2 3\n2\n0\nl0 " + RUDE + b"\nb0 " + RUDE + b"\nb1 fine\n")
    folder = WORK / "rude\x1b[2J"
    folder.mkdir()
    file = folder / "m.aag"
    file.write_bytes(model.read_bytes())
    runs = [["check", file], ["check", file, "-p", "0", "-e", "bmc", "-v"], ["show", file, "--signals"], ["simulate", file],
            ["check", file, "--ltl", 'G !"x\x1b[31m"'], ["check", file, "-p", "\x1b[5m"], ["check", folder / "absent.aag"],
            ["check", file, "--format", "\x1b[5m"], ["check", file, "-e", "\x1b[5m"], ["check", "--\x1b[5m"], ["\x1b[5m"],
            ["ltl", 'G "x\x1b[31m"'], ["show", folder / "absent.aag"], ["check", file, "-w", folder / "no" / "file"]]
    for arguments in runs:
        out, err = rondo(*arguments, text=False)
        assert out + err and not re.search(rb"[\x00-\x08\x0b-\x1f\x7f\xff]|\xc2[\x80-\x9f]", out + err), (arguments, out, err)
    out, _ = rondo("check", model, code=1)
    assert f"violated  {SHOWN}" in out and re.search(re.escape(SHOWN) + " += 1", out) and out.count(SHOWN) == 5, out
    out = on_terminal("check", model, "-p", "0", "-e", "sim", TERM="dumb")
    assert "\x1b" not in out and SHOWN in out, out
    (first, _) = objects(rondo("check", model, "--json", code=1)[0])
    assert first["property"].startswith("x\x1b[31m\x07"), first


def test_progress_shows_a_name_that_is_fit_for_a_terminal():
    model = write("slow.aag", b"aag 1 0 1 0 0 1\n2 3\n0\nb0 " + RUDE + b"\n")
    out = on_terminal("check", model, "-e", "bmc", "--no-bmc-prove", "-t", "1", "--no-reduce", TERM="xterm", columns=100)
    assert "progress, after" in out and SHOWN in out.split("progress, after")[1], out
    assert "\x07" not in out and "\x1b[31m" not in out, out
