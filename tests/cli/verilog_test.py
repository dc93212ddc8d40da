"""Verilog through Yosys: verdicts, names, places, errors; the meaning of operators against another simulator.

Tests that need Yosys (or iverilog) are skipped where it is not installed."""
import collections, json, os, pathlib, random, re, shutil, subprocess

from harness import EXAMPLES, RONDO, ROOT, WORK, Skip, objects, rondo, write

VERILOG = EXAMPLES / "verilog"
SCALE = int(os.environ.get("RONDO_TEST_SCALE", "100"))


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skip(f"{program} is not installed")


def verdicts(*arguments, code=None):
    """{property: verdict} of a run."""
    out, err = rondo("check", *arguments, "--json", "--no-trace", "-q", code=code)
    found = objects(out)
    assert all("error" not in line for line in found), (arguments, out, err)
    return {line["property"]: line["verdict"] for line in found}


def design(name, text):
    return write(f"{name}.sv", text)


# ---- the examples ----

def test_verilog_examples_have_their_verdicts():
    need("yosys")
    skid = verdicts(VERILOG / "skid.sv", code=0)
    assert set(skid.values()) == {"holds", "reached"} and skid["c_held"] == "reached", skid
    arbiter = verdicts(VERILOG / "arbiter.sv", code=0)
    assert arbiter.pop("c_last") == "reached" and arbiter.pop("c_both") == "unreachable", arbiter
    assert set(arbiter.values()) == {"holds"} and "client[2].watch.l_served" in arbiter, arbiter


def test_verilog_examples_with_a_bug_show_it():
    need("yosys")
    for top, bug, wrong in ("fifo", 1, ["a_count"]), ("fifo", 2, ["l_drained"]), ("arbiter", 1, ["a_exclusive"]), \
                           ("arbiter", 2, ["client[1].watch.l_served", "client[2].watch.l_served"]):
        chosen = [word for name in wrong for word in ("-p", name.replace("[", "?").replace("]", "?"))]
        found = verdicts(VERILOG / f"{top}.sv", "--top", top, "--param", f"BUG={bug}", *chosen, code=1)
        assert found == {name: "violated" for name in wrong}, (top, bug, found)


def test_verilog_covers_are_no_violations():
    need("yosys")
    out, _ = rondo("check", VERILOG / "arbiter.sv", "--only", "cover", code=0)
    assert "reached  c_last: cover (grant[N-1])" in out and "unreachable  c_both" in out, out
    assert "2 properties: 1 reached, 1 unreachable" in out, out
    lines = objects(rondo("check", VERILOG / "arbiter.sv", "--only", "cover", "--json", code=0)[0])
    assert [(line["kind"], line["verdict"]) for line in lines] == [("cover", "reached"), ("cover", "unreachable")], lines
    assert lines[0]["place"].endswith("arbiter.sv:32") and lines[0]["trace"], lines[0]


# ---- what is shown ----

ENUM = """module m (input logic clk, go, output logic busy);
  typedef enum logic [1:0] { IDLE, SEND, WAIT } state_t;
  state_t state = IDLE;
  logic signed [3:0] level = -3;
  always_ff @(posedge clk) begin
    case (state) IDLE: if (go) state <= SEND; SEND: state <= WAIT; default: state <= IDLE; endcase
    level <= level + 1;
  end
  assign busy = state != IDLE;
  always_ff @(posedge clk) a_wait: assert (state != WAIT);
endmodule
"""


def test_verilog_traces_have_the_names_and_types_of_the_source():
    need("yosys")
    file = design("enum", ENUM)
    out, _ = rondo("check", file, code=1)
    assert "violated  a_wait: assert (state != WAIT)" in out and "enum.sv:10" in out, out
    step = out[out.index("step 2"):]
    assert re.search(r"state += WAIT", step) and re.search(r"level += -1", step), out
    assert "clk" not in out[out.index("step 0"):], out  # steps are its cycles
    vcd = WORK / "enum.vcd"
    rondo("check", file, "--vcd", vcd, code=1)
    assert "$var string 1" in vcd.read_text() and "sWAIT" in vcd.read_text()


STRUCT = """package p;
  typedef enum logic [1:0] { RED, GREEN, BLUE } color_t;
  typedef struct packed { logic high; logic signed [2:0] low; } pair_t;
  typedef struct packed { pair_t pair; logic valid; color_t color; logic [7:0] data; } item_t;
endpackage
module m (input logic clk, input p::item_t in, output p::item_t out);
  typedef union packed { logic [7:0] word; struct packed { logic [3:0] x, y; } halves; } both_t;
  both_t both;
  initial begin out = '0; both = 0; end
  always_ff @(posedge clk) begin out <= in; both <= in.data; end
  always_comb a_item: assert (!(out.valid && out.color == p::GREEN && out.data == 8'h5a && out.pair.low == -2 && out.pair.high));
endmodule
"""


def test_verilog_places_are_those_of_the_statements():
    need("yosys")
    file = design("places", """module m (input clk, input en);
  reg [3:0] x = 0;
  always @(posedge clk) if (en) x <= x + 1;
  always @(posedge clk) begin // x stays small
    // because I say so
    assert (x < 12); /* and
    so */ assert (x // yes, "it" does
       < 13 || "//" == x); // never
    if (x == 3)

      assert (en); assert (!en || x != 9);
  end
  // some day
  cover property (x == 3);
endmodule
""")
    found = [(line["property"], line["formula"], int(line["place"].split(":")[-1])) for line in objects(rondo("check", file, "--json", "--no-trace")[0])]
    assert sorted(found, key=lambda row: (row[2], row[0])) == [
        ("assert_6", "assert (x < 12)", 6), ("assert_7", 'assert (x < 13 || "//" == x)', 7), ("assert_11", "assert (en)", 11),
        ("assert_11_2", "assert (!en || x != 9)", 11), ("cover_14", "cover property (x == 3)", 14)], found


def test_verilog_traces_have_no_names_that_nobody_wrote():
    need("yosys")
    file = design("calls", """module m (input clk, input [3:0] d);
  reg [3:0] p [0:1];
  function [3:0] most(input [3:0] x, y); most = x > y ? x : y; endfunction
  always @(posedge clk) begin p[0] <= d; p[1] <= p[0]; end
  always @* a_most: assert (most(p[0], p[1]) != 9);
endmodule
""")
    out, err = rondo("check", file, code=1)
    assert set(re.findall(r"^ +(\S+) += ", out, re.M)) == {"d", "p[0]", "p[1]"} and err == "", (out, err)


def test_verilog_structs_are_shown_by_their_members():
    need("yosys")
    file, vcd = design("struct", STRUCT), WORK / "struct.vcd"
    out, _ = rondo("check", file, "--vcd", vcd, code=1)
    step = dict(re.findall(r"(\S+) += (\S+)", out[out.index("step 1"):]))
    wanted = {"out.valid": "1", "out.color": "p::GREEN", "out.data": "8'h5a", "out.pair.high": "1", "out.pair.low": "-2",
              "both.word": "8'h5a", "both.halves.x": "5", "both.halves.y": "10"}
    assert {name: step.get(name) for name in wanted} == wanted, out
    assert not re.search(r"^ +(in|out|both) +=", out, re.M), out  # not the words as well
    assert re.search(r"\$scope module out \$end", vcd.read_text()) and "sp::GREEN" in vcd.read_text(), vcd.read_text()[:2000]
    (line,) = objects(rondo("check", file, "--json", code=1)[0])
    assert line["trace"]["steps"][1]["out.data"] == 0x5a and line["trace"]["steps"][1]["out.color"] == "p::GREEN", line
    for formula, verdict in ("G (in.valid -> X out.valid)", "holds"), ("G both.word = out.data", "holds"), ("G out != 3", "violated"):
        assert list(verdicts(file, "--ltl", formula).values()) == [verdict], formula
    witness = WORK / "struct.yw"
    rondo("check", file, "-q", "--witness", witness, code=1)
    assert [(signal["path"], signal["width"]) for signal in json.loads(witness.read_text())["signals"]] == [(["\\in"], 15)]


def test_verilog_words_are_shown_in_the_radix_that_is_wanted():
    need("yosys")
    file = design("radix", "module m (input logic clk, input logic [7:0] b, input logic [3:0] n, input logic signed [8:0] s, input logic [79:0] w);\n"
                  "  always_ff @(posedge clk) a: assert (!(b == 8'ha5 && n == 9 && s == -3 && w == 80'h1234));\nendmodule\n")
    for radix, b, n, s, w in ((), "8'ha5", "9", "-3", "80'h00000000000000001234"), (("--radix", "decimal"), "165", "9", "-3", "0x00000000000000001234"), \
                             (("--radix", "hex"), "8'ha5", "4'h9", "9'h1fd", "80'h00000000000000001234"), \
                             (("--radix", "binary"), "8'b10100101", "4'b1001", "9'b111111101", "80'b" + "0" * 67 + "1001000110100"):
        out, _ = rondo("check", file, *radix, code=1)
        assert dict(re.findall(r"(\w+) += (\S+)", out)) == {"b": b, "n": n, "s": s, "w": w}, (radix, out)
    (line,) = objects(rondo("check", file, "--json", code=1)[0])
    assert line["trace"]["steps"][0]["b"] == 165, line  # programs get numbers
    page = WORK / "radix.html"
    rondo("check", file, "--html", page, code=1)
    assert "8'ha5" in page.read_text()


def test_verilog_takes_ltl_and_ctl_over_signals():
    need("yosys")
    file = design("enum", ENUM)
    for option, formula, verdict in ("--ltl", "G (state = SEND -> X state = WAIT)", "holds"), ("--ltl", "G F state = IDLE", "holds"), \
                                    ("--ltl", "G F busy", "violated"), ("--ctl", "AG EF state = WAIT", "holds"), ("--invar", "level < 8", "holds"):
        assert list(verdicts(file, option, formula).values()) == [verdict], formula


def test_verilog_evidence_is_accepted_by_certify():
    need("yosys")
    proof, witness = WORK / "skid.aag", WORK / "bug.wit"
    skid = VERILOG / "skid.sv"
    rondo("check", skid, "-p", "a_same", "-c", proof, code=0)
    assert rondo("certify", skid, proof, "-p", "a_same", code=0)[0].startswith("accepted")
    bug = [VERILOG / "fifo.sv", "--top", "fifo", "--param", "BUG=1"]
    rondo("check", *bug, "-p", "a_count", "-w", witness, code=1)
    assert rondo("certify", bug[0], witness, *bug[1:], "-p", "a_count", code=0)[0].startswith("accepted")
    together = WORK / "all.aag"
    rondo("check", skid, "--only", "invar", "-c", together, code=0)  # one certificate, taken for each
    for name in "a_stays", "a_same", "a_held", "a_place", "a_spare", "a_out":
        assert rondo("certify", skid, WORK / f"all-{name}.aag", "-p", name, code=0)[0].startswith("accepted"), name


# ---- steps and clocks ----

TWO = """module m (input logic a, b, output logic x, y);
  initial x = 0; initial y = 0;
  always_ff @(posedge a) x <= !x;
  always_ff @(posedge b) y <= !y;
  always @* l_x: assert property (s_eventually x);
  always @* a_same: assert (x == y);
endmodule
"""


def test_verilog_clocks_are_told_apart_and_do_not_stop():
    need("yosys")
    file = design("two", TWO)
    assert verdicts(file) == {"l_x": "holds", "a_same": "violated"}
    _, err = rondo("check", file)
    assert "several clock edges" in err and "fairness is assumed of the clocks a, b" in err, err


def test_verilog_asynchronous_resets_and_undefined_first_values():
    need("yosys")
    file = design("reset", """module m (input logic clk, rst_n);
  logic [1:0] n; logic u;
  always_ff @(posedge clk or negedge rst_n) if (!rst_n) n <= 0; else if (n != 2) n <= n + 1;
  always_ff @(posedge clk) u <= u;
  always @* a_low: assert (rst_n || n == 0);
  always @* a_three: assert (n != 3);
  always @* a_u: assert (u);
  initial a_first: assert (n == 0);
endmodule
""")
    assert verdicts(file) == {"a_low": "holds", "a_three": "violated", "a_u": "violated", "a_first": "violated"}


def test_verilog_assume_restrict_anyconst_and_initstate():
    need("yosys")
    file = design("free", """module m (input logic clk, input logic [2:0] n, k);
  (* anyconst *) logic [2:0] c; logic [2:0] old = 0;
  wire [2:0] any = $anyseq;
  always_ff @(posedge clk) begin
    old <= c;
    assume (n < 5);
    restrict property (k == 2);
    a_n: assert (n != 6);
    a_k: assert (k == 2);
    a_c: assert ($initstate || old == c);
    a_any: assert (any == $past(any) || $initstate);
    a_start: assert (!$initstate || old == 0);
  end
endmodule
""")
    assert verdicts(file) == {"a_n": "holds", "a_k": "holds", "a_c": "holds", "a_any": "violated", "a_start": "holds"}


def test_verilog_parameters_are_numbers_or_texts():
    need("yosys")
    file = design("parameters", """module m #(parameter N = 3, parameter MODE = "slow", parameter signed S = -1) (input clk);
  a_n: assert property (N == 3);
  a_s: assert property (S == -1);
  if (MODE == "fast mode") a_fast: assert property (1);
  else a_slow: assert property (1);
endmodule
""")
    for given, found in ([], {"a_n": "holds", "a_s": "holds", "a_slow": "holds"}), \
                        (["N=8'h7f", 'MODE="fast mode"'], {"a_n": "violated", "a_s": "holds", "a_fast": "holds"}), \
                        (["N=2'b11", "S=-2"], {"a_n": "holds", "a_s": "violated", "a_slow": "holds"}), (["S=-1"], {"a_n": "holds", "a_s": "holds", "a_slow": "holds"}):
        assert verdicts(file, "--top", "m", *(word for one in given for word in ("--param", one))) == found, given


def test_verilog_ports_of_both_directions_are_driven_by_someone():
    need("yosys")
    file = design("pads", """(* blackbox *) module cell_io (inout p); endmodule
module m (input clk, oe, d, inout pad, inout in, inout [1:0] half, inout outside);
  assign pad = oe ? d : 1'bz;
  assign half[0] = d;
  cell_io io (.p(outside));
  a_oe: assert property (!oe || pad == d);
  a_z: assert property (pad == d);
  a_in: assert property (in);
  a_driven: assert property (half[0] == d);
  a_free: assert property (half[1] == d);
  a_out: assert property (outside);
endmodule
""")
    assert verdicts(file, "--top", "m") == {"a_oe": "holds", "a_z": "violated", "a_in": "violated", "a_driven": "holds", "a_free": "violated", "a_out": "violated"}


def test_verilog_a_clock_that_is_read_is_told():
    need("yosys")
    text = "module m (input clk, a, output y);\n  reg q = 0;\n  always @(posedge clk) q <= a;\n  assign y = %s;\n  always @* a_q: assert (y == q);\nendmodule\n"
    _, err = rondo("check", design("phase", text % "clk ? q : a"), "--no-trace", code=1)
    assert "clk is a clock whose cycles are the steps, but it is read as a value, too" in err, err
    assert rondo("check", design("phase", text % "q"), code=0)[1] == ""


def test_verilog_liveness_and_fairness():
    need("yosys")
    text = """module m (input logic clk, ready);
  logic [1:0] n = 0;
  always_ff @(posedge clk) if (ready) n <= n + 1;
  %s
  always_ff @(posedge clk) if (n == 1) l_two: assert property (s_eventually n == 2);
  l_again: assert property (s_eventually n == 0);
endmodule
"""
    assert verdicts(design("live", text % "")) == {"l_two": "violated", "l_again": "violated"}
    fair = "assume property (s_eventually ready);"
    assert verdicts(design("fair", text % fair)) == {"l_two": "holds", "l_again": "holds"}
    rare = "always_ff @(posedge clk) if (n == 1) assume property (s_eventually ready);"  # only while n is 1
    assert verdicts(design("rare", text % rare)) == {"l_two": "holds", "l_again": "violated"}


MACHINE = """module m (input clk, input i, j);
  reg [1:0] s = {first};
  always @(posedge clk) case ({{s, i}})
{rows}
  endcase
  wire en = {enable}, e = {goal}, f = {fair};
  {fairness}
  always @(posedge clk) if (en) l_goal: assert property (s_eventually e);
endmodule
"""


def test_verilog_progress_is_what_the_formula_says():
    need("yosys")
    pick, seen = random.Random(5), set()
    conditions = ["s == 0", "s == 1", "s != 2", "i", "j", "i && s[0]", "1'b1", "s == 3 || j"]
    for number in range(max(2, 8 * SCALE // 100)):
        rows = "\n".join(f"    3'd{code}: s <= {pick.choice(['s', 'j', *range(4)])};" for code in range(8))
        fair = pick.choice(["", "always @(posedge clk) assume property (s_eventually f);",
                            "always @(posedge clk) if (s[1]) assume property (s_eventually f);"])
        enable, goal, often = (pick.choice(conditions) for _ in range(3))
        file = design(f"machine{number}", MACHINE.format(first=pick.randint(0, 3), rows=rows, enable=enable, goal=goal, fair=often, fairness=fair))
        (asked,) = verdicts(file).values()
        (said,) = verdicts(file, "--ltl", "G (en -> F e)").values()  # the fairness of the file counts for both
        assumed = "G F f" if fair and "if" not in fair else "G (s > 1 -> F f)" if fair else "1"
        plain = design("plain", file.read_text().replace(fair, "") if fair else file.read_text())
        (under,) = verdicts(plain, "--ltl", f"({assumed}) -> G (en -> F e)").values()
        assert asked == said == under != "unknown", (file, file.read_text(), asked, said, under)
        seen.add(asked)
    assert seen == {"holds", "violated"} or SCALE < 100, seen


# ---- what cannot be read ----

def test_verilog_without_yosys_says_how_to_get_it():
    out, err = rondo("check", VERILOG / "skid.sv", "--yosys", "/nowhere/yosys", code=65)
    assert "cannot run '/nowhere/yosys'" in err and "apt-get install yosys" in err and "skid.sv" in err, err
    (line,) = map(json.loads, rondo("check", VERILOG / "skid.sv", "--yosys", "/nowhere/yosys", "--json", code=65)[0].splitlines())
    assert "apt-get install yosys" in line["error"], line


REFUSED = [
    ("concurrent", "module m (input clk, a, b);\n  assert property (@(posedge clk) a |-> b);\nendmodule\n", 2, "concurrent assertion"),
    ("lines", "module m (input clk, a, b);\n  assert property (\n    // for ever\n    @(posedge clk) a);\nendmodule\n", 4, "concurrent assertion"),
    ("clocking", "module m (input clk, a, b);\n  default clocking @(posedge clk); endclocking\n  assert property (a |=> b);\nendmodule\n", 2, "concurrent assertion"),
    ("inside", "module m (input clk, a, b);\n  always @(posedge clk) assert (a inside {b});\nendmodule\n", 2, "syntax error, unexpected TOK_ID\n"),
    ("drivers", "module m (input a, b, output y);\n  assign y = a;\n  assign y = b;\n  always @* assert (!y);\nendmodule\n", 4, "several drivers: it belongs to a, b, y"),
    ("include", '`include "none.vh"\nmodule m (input clk);\nendmodule\n', None, "none.vh'; folders of included files are named with -I"),
    ("syntax", "module m (input clk);\n  wire w = ;\nendmodule\n", 2, "syntax error"),
    ("instance", "module s; wire v = 1; endmodule\nmodule m (input clk);\n  s i ();\n  always @* assert (i.v);\nendmodule\n", 4, "'i.v' refers to a signal of an instance"),
    ("loop", "module m (input a, output b);\n  wire c = !b | a; assign b = c & !a;\n  always @* assert (b);\nendmodule\n", 2, "combinational loop"),
    ("missing", "module m (input clk);\n  other o (clk);\nendmodule\n", None, "is not part of the design; further files of a design are named with --source"),
    ("forall", "module m (input clk);\n  wire w = $allconst;\n  always @* assert (w);\nendmodule\n", 2, "$allconst"),
]


def test_verilog_errors_have_their_place():
    need("yosys")
    for name, text, line, message in REFUSED:
        _, err = rondo("check", design(name, text), code=65)
        place = f"{name}.sv:{line}:" if line else f"{name}.sv: error:"
        assert place in err and message in err, (name, err)
    for option, message in (["--top", "no such"], "--top needs"), (["--top", "m", "--param", "A"], "--param needs NAME=VALUE"), \
                           (["--param", "A=1"], "name it with --top"), (["-D", "a b"], "--define needs"), (["--top", "m", "--param", "NONE=1"], "NONE"), (["--top", "m", "--param", "A=text"], "a text has quotes"):
        _, err = rondo("check", design("enum", ENUM), *option, code=65)
        assert message in err, (option, err)


def test_verilog_tells_what_it_assumed():
    need("yosys")
    box = design("box", "(* blackbox *) module b (input i, output o); endmodule\n"
                 "module m (input x);\n  wire y, z;\n  b u (.i(x), .o(y));\n  always @* a: assert (y == x);\n  always @* n: assert (z);\nendmodule\n")
    out, err = rondo("check", box, "--top", "m", code=1)
    assert "u is a black box (module b)" in err and re.search(r"Yosys: .*z is used but has no driver", err), err
    partly = design("partly", "module m;\n  wire [7:0] v; wire \\w! ;\n  assign v[4] = 1;\n  always @* a: assert (v == 0 || \\w! );\nendmodule\n")
    _, err = rondo("check", partly, "--no-trace")
    undriven = re.findall(r"Yosys: wire (.*) is used but has no driver", err)
    assert sorted(undriven) == ["m.v[3:0]", "m.v[7:5]", "m.w!"], err  # not a line for each bit
    twice = design("twice", "module m (input x, y);\n  wire z;\n  assign z = x;\n  assign z = y;\n  always @* a: assert (z == x);\nendmodule\n")
    _, err = rondo("check", twice, "--no-trace")
    assert re.search(r"conflicting drivers for m\..*: module input \w.*, module input \w", err), err
    assert re.search(r"u\.o += ", out) and rondo("check", box, "--top", "m", "-q", code=1)[1] == "", out


def test_verilog_loops_of_words_that_are_none_of_bits_are_read():
    need("yosys")
    file = design("ripple", "module m (input [3:0] a, output [4:0] y);\n  assign y = {y[3:0] | a, 1'b0};\n"
                  "  always @* a_top: assert (y[4] == (a != 0));\n  always @* a_low: assert (y[1] == a[0]);\nendmodule\n")
    assert verdicts(file) == {"a_top": "holds", "a_low": "holds"}


def test_verilog_reads_several_files_defines_and_includes():
    need("yosys")
    folder = WORK / "inc"
    folder.mkdir(exist_ok=True)
    (folder / "width.vh").write_text("localparam W = 3;\n")
    part = design("part", "module part (input clk, output reg [2:0] n = 0);\n  always @(posedge clk) n <= n + `STEP;\nendmodule\n")
    top = design("several", '`include "width.vh"\nmodule top (input clk);\n  wire [W-1:0] n;\n  part p (clk, n);\n'
                 "`ifdef ASK\n  always @* a_even: assert (!n[0]);\n`endif\nendmodule\n")
    with_part = [top, "--top", "top", "--source", part, "-I", folder, "-D", "ASK"]
    assert verdicts(*with_part, "-DSTEP=2") == {"a_even": "holds"}
    assert verdicts(*with_part, "-DSTEP=1") == {"a_even": "violated"}
    data = (VERILOG / "skid.sv").read_text()
    out, _ = rondo("check", "-", "--format", "verilog", "-p", "a_held", "--no-trace", data=data, code=0)
    assert "holds  a_held" in out and "-:57" in out, out
    _, err = rondo("check", VERILOG / "arbiter.sv", "-p", "a_wanted", code=0)
    assert "the top module is 'arbiter'" in err, err


def test_verilog_properties_are_in_the_order_of_the_files():
    need("yosys")
    (WORK / "z.vh").write_text("always @* included: assert (1);\n")
    part = {name: design(name, f"module {name} (input i);\n  always @* in_{name}: assert (1);\nendmodule\n") for name in ("aa", "zz")}
    top = design("mm", 'module mm (input i);\n`include "z.vh"\n  zz z (i);\n  aa a (i);\n  always @* in_mm: assert (1);\nendmodule\n')
    sources = ["--top", "mm", "-I", WORK, "--source", part["zz"], "--source", part["aa"], "--format", "verilog"]
    for file, data in (top, None), ("-", top.read_text()):
        out, _ = rondo("check", file, *sources, "--json", "-q", data=data, code=0)
        names = {line["index"]: line["property"] for line in objects(out)}
        assert names == dict(enumerate(["in_mm", "z.in_zz", "a.in_aa", "included"])), (file, names)


def test_verilog_leaves_nothing_behind():
    need("yosys")
    folder = WORK / "tmp"
    folder.mkdir(exist_ok=True)
    for file, code in (VERILOG / "skid.sv", 0), (design("syntax", REFUSED[1][1]), 65):
        subprocess.run([RONDO, "check", str(file), "-p", "0", "-q"], env={**os.environ, "TMPDIR": str(folder)}, capture_output=True, timeout=300)
        assert not list(folder.iterdir()), list(folder.iterdir())


def test_verilog_witnesses_for_yosys_have_inputs_and_first_values():
    need("yosys")
    file = design("yw", """
        module yw (input clk, input [1:0] d);
          reg [2:0] any;  // its first value is undefined
          reg [1:0] last = 0;
          always @(posedge clk) begin any <= any; last <= d; end
          always @* a_match: assert (!(last == 2 && any == 5));
        endmodule""")
    witness = WORK / "trace.yw"
    rondo("check", file, "--top", "yw", "-q", "--witness", witness, code=1)
    written = json.loads(witness.read_text())
    assert written["format"] == "Yosys Witness Trace", written
    assert written["clocks"] == [{"path": ["\\clk"], "edge": "posedge", "offset": 0}], written
    assert [(signal["path"], signal["width"], signal["init_only"]) for signal in written["signals"]] == [(["\\d"], 2, False), (["\\any"], 3, True)], written
    steps = [step["bits"] for step in written["steps"]]
    assert steps[0] == "10110" and len(steps) == 2 and len(steps[1]) == 2, steps
    _, err = rondo("check", EXAMPLES / "fifo.btor2", "-p", "full", "-q", "--witness", witness, code=74)
    assert "Verilog" in err, err


def test_verilog_witnesses_are_read_by_yosys_own_tools():
    need("yosys", "yosys-witness")
    witness = WORK / "arbiter.yw"
    rondo("check", VERILOG / "arbiter.sv", "--top", "arbiter", "--param", "BUG=1", "-p", "a_exclusive", "-q", "--witness", witness, code=1)
    done = subprocess.run(["yosys-witness", "display", witness], capture_output=True, text=True)
    if "click" in done.stderr and "Error" in done.stderr:
        raise Skip("yosys-witness needs python3-click")
    assert done.returncode == 0 and "req[2:0]" in done.stdout, done


def test_verilog_newer_versions_of_yosys_give_the_same_answers():
    if not os.environ.get("YOWASP") or not shutil.which("node"):
        raise Skip("YOWASP names no folder of @yowasp/yosys")
    newer = ROOT / "tests" / "cli" / "newer_yosys"
    for name, options in ("arbiter", ["BUG=0"]), ("arbiter", ["BUG=2"]), ("fifo", ["BUG=1"]), ("skid", []), ("crossing", []):
        arguments = [VERILOG / f"{name}.sv", "--top", name] + [word for option in options for word in ("--param", option)]
        assert verdicts(*arguments, "--yosys", newer) == verdicts(*arguments), (name, options)
    out, _ = rondo("check", VERILOG / "ram.sv", "--top", "ram", "--param", "BUG=1", "--yosys", newer, code=1)
    assert re.search(r"request\.address += 12'h123", out), out  # structs and memories, too


# ---- the meaning of operators: random designs in another simulator ----

def expression(pick, depth, names):
    """A random expression whose value both programs define."""
    if depth == 0 or pick.random() < 0.1:
        return pick.choice([*names, f"{pick.randint(1, 7)}'d{pick.randint(0, 1)}", f"5'sd{pick.randint(0, 15)}"])
    a, b, c = (expression(pick, depth - 1, names) for _ in range(3))
    return pick.choice([
        *(f"(({a}) {op} ({b}))" for op in ["+", "-", "*", "&", "|", "^", "~^", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "<<", ">>", "<<<", ">>>"]),
        f"(({a}) / (({b}) | 1'b1))", f"(({a}) % (({b}) | 1'b1))",
        *(f"({op}({a}))" for op in ["-", "~", "!", "&", "|", "^", "~&", "~|", "~^"]),
        f"(({a}) ? ({b}) : ({c}))", f"{{{a}, {b}}}", f"$signed({{{a}}})", f"$unsigned({a})", f"{{2{{{a}}}}}"])


def random_design(pick):
    """The text of a module, its inputs {name: (width, signed)}, and its wires and registers {name: width}."""
    inputs = {f"i{k}": (pick.randint(1, 7), pick.random() < 0.5) for k in range(4)}
    lines = ["module m (input clk" + "".join(f", input {'signed ' if s else ''}[{w - 1}:0] {n}" for n, (w, s) in inputs.items()) + ");"]
    registers = {f"r{k}": (pick.randint(1, 6), pick.random() < 0.5) for k in range(3)}
    names, wires = [*inputs, *registers], {}
    for name, (width, signed) in registers.items():
        lines.append(f"  reg {'signed ' if signed else ''}[{width - 1}:0] {name} = {pick.randint(0, 2 ** width - 1)};")
    for k in range(25):
        width = pick.randint(1, 9)
        lines.append(f"  wire {'signed ' if pick.random() < 0.5 else ''}[{width - 1}:0] w{k} = {expression(pick, pick.randint(1, 3), [*names, *wires])};")
        wires[f"w{k}"] = width
    lines.append("  always @(posedge clk) begin")
    lines += [f"    {name} <= {expression(pick, 2, [*names, *wires])};" for name in registers]
    return "\n".join([*lines, "  end", "endmodule", ""]), inputs, {**{name: width for name, (width, _) in registers.items()}, **wires}


def simulated_by_rondo(file, steps, seed):
    """For each step {name: value}."""
    out, _ = rondo("simulate", file, "-n", steps, "--seed", seed, "--full", code=0)
    return [dict(re.findall(r"^\s+(\w+) += (-?\d+)$", part, re.M)) for part in out.split("step ")[1:]]


def simulated_by_iverilog(file, inputs, names, run):
    bench = ["module tb; reg clk = 0;"]
    bench += [f"  reg {'signed ' if s else ''}[{w - 1}:0] {n};" for n, (w, s) in inputs.items()]
    bench.append("  m dut (.clk(clk)" + "".join(f", .{n}({n})" for n in inputs) + ");\n  initial begin")
    shown = " ".join("%0d" for _ in names)
    for step in run:
        bench.append("    " + " ".join(f"{n} = {step[n]};" for n in inputs) + " #1;")
        bench.append(f'    $display("{shown}", ' + ", ".join(f"dut.{n}" for n in names) + "); clk = 1; #1; clk = 0; #1;")
    bench.append("  end\nendmodule\n")
    top, program = write("tb.v", "\n".join(bench)), WORK / "tb.vvp"
    subprocess.run(["iverilog", "-g2012", "-o", program, top, file], check=True, timeout=60, capture_output=True)
    out = subprocess.run(["vvp", "-n", program], check=True, timeout=60, capture_output=True, text=True).stdout
    return [line.split() for line in out.splitlines()]


def test_verilog_operators_mean_what_they_mean_to_iverilog():
    need("yosys", "iverilog")
    pick, compared = random.Random(17), 0
    designs = max(2, 12 * SCALE // 100)
    for number in range(designs):
        text, inputs, widths = random_design(pick)
        file = design(f"random{number}", text)
        run = simulated_by_rondo(file, 12, number)
        names = [name for name in widths if name in run[0]]
        other = simulated_by_iverilog(file, inputs, names, run)
        for k, (step, values) in enumerate(zip(run, other)):
            for name, value in zip(names, values):
                if "x" in value:
                    continue  # the width of a division by a constant that was cut to zero, say
                same = (int(step[name]) - int(value)) % 2 ** widths[name] == 0  # one bit is shown without a sign
                assert same, f"{file}: step {k}: {name} is {step[name]}, to iverilog {value}\n{text}"
                compared += 1
    assert compared > 100 * designs, compared


# Steps that are moments: edges of several clocks, resets, latches, clocks that the design makes. Inputs and what is compared.
MOMENTS = [
    ("""module m (input a, b, rst_n, input [2:0] d);
  reg [2:0] x = 0, y = 0; reg [1:0] n = 0;
  always @(posedge a or negedge rst_n) if (!rst_n) x <= 5; else x <= x + d;
  always @(negedge b) begin y <= x ^ y; n <= n + 1; end
""", {"a": 1, "b": 1, "rst_n": 1, "d": 3}, ["x", "y", "n"]),
    ("""module m (input clk, en, input [2:0] d);
  reg on = 0; reg [2:0] n = 0, m = 0;
  always @* if (!clk) on = en;
  wire gated = clk & on;
  always @(posedge gated) n <= n + d;
  always @(posedge clk) m <= n;
""", {"clk": 1, "en": 1, "d": 3}, ["on", "n", "m"]),
    ("""module m (input clk, input [2:0] d);
  reg half = 0; reg [2:0] up = 0, down = 0, slow = 0;
  always @(posedge clk) begin half <= !half; up <= d; end
  always @(negedge clk) down <= up ^ d;
  always @(posedge half) slow <= slow + 1;
""", {"clk": 1, "d": 3}, ["half", "up", "down", "slow"]),
]


def test_verilog_moments_are_what_they_are_to_iverilog():
    need("yosys", "iverilog")
    for number, (text, inputs, names) in enumerate(MOMENTS):
        file = design(f"moments{number}", text + "endmodule\n")
        clocks = [name for name in inputs if name in ("a", "b", "clk")]
        for seed in range(max(1, 3 * SCALE // 100)):
            run = simulated_by_rondo(file, 40, seed)
            bench = ["module tb;", *(f"  reg [{width - 1}:0] {name};" for name, width in inputs.items()), "  m dut (.*);", "  initial begin"]
            bench.append("    " + " ".join(f"{name} = {run[0][name]};" for name in inputs) + " #1;")  # no edge: registers keep their first values
            bench += [f"    dut.{name} = {run[0][name]};" for name in names] + ["    #1;"]
            for step in run[1:]:  # edges see what was there before them
                for part in clocks, [name for name in inputs if name not in clocks]:
                    bench.append("    " + " ".join(f"{name} = {step[name]};" for name in part) + " #1;")
                bench.append('    $display("' + " ".join("%0d" for _ in names) + '", ' + ", ".join(f"dut.{name}" for name in names) + ");")
            top, program = write("moments.v", "\n".join([*bench, "  end\nendmodule\n"])), WORK / "moments.vvp"
            subprocess.run(["iverilog", "-g2012", "-o", program, top, file], check=True, timeout=60)
            out = subprocess.run(["vvp", "-n", program], capture_output=True, text=True, timeout=60).stdout
            for k, (step, line) in enumerate(zip(run[1:], out.splitlines(), strict=True), 1):
                assert [step[name] for name in names] == line.split(), (file, seed, k, step, dict(zip(names, line.split())))


# ---- a violation happens in the design itself ----

REPLAYED = """module m (input clk, input [3:0] x, input push);
  reg [3:0] sum = %d; reg [1:0] count = 0; reg [3:0] mem [0:3];
  always @(posedge clk) begin
    if (push) begin mem[count] <= x; count <= count + 1; sum <= sum + (x ^ {2{count}}); end
    assert (sum != %d || count != 3);
  end
endmodule
"""


def test_verilog_violations_happen_in_iverilog_too():
    need("yosys", "iverilog")
    for first, last in (0, 13), (5, 2), (9, 9):
        file = design(f"replayed{first}", REPLAYED % (first, last))
        (line,) = objects(rondo("check", file, "--json", code=1)[0])
        steps = line["evidence"]["size"]
        bench = ["module tb; reg clk = 0; reg [3:0] x; reg push;", "  m dut (clk, x, push);", "  initial begin"]
        for k, step in enumerate(line["trace"]["steps"]):  # each has what changed
            values = " ".join(f"{name} = {int(step[name])};" for name in ("x", "push") if name in step)
            bench.append(f'    {values} #1; $display("step {k}"); clk = 1; #1; clk = 0; #1;')
        top, program = write("replay.v", "\n".join([*bench, "  end\nendmodule\n"])), WORK / "replay.vvp"
        subprocess.run(["iverilog", "-g2012", "-o", program, top, file], check=True, timeout=60)
        out = subprocess.run(["vvp", "-n", program], capture_output=True, text=True, timeout=60).stdout
        after = out.split(f"step {steps - 1}")
        assert "ERROR" in after[1] and "ERROR" not in after[0], (file, out)


LARGE = """module m #(parameter BUG = 0) (input clk, input we, input [3:0] mask, input [11:0] waddr, raddr, input [31:0] wdata, output [31:0] rdata);
  reg [31:0] ram [0:3999];
  assign rdata = ram[raddr];
  integer i;
  always @(posedge clk) for (i = 0; i < 4; i = i + 1) if (we && mask[i]) ram[waddr ^ (BUG && waddr == 77)][8 * i +: 8] <= wdata[8 * i +: 8];
`ifdef FORMAL
  (* anyconst *) reg [11:0] addr; reg [31:0] shadow; reg [3:0] known = 0; integer k;
  always @(posedge clk) for (k = 0; k < 4; k = k + 1)
    if (we && mask[k] && waddr == addr) begin shadow[8 * k +: 8] <= wdata[8 * k +: 8]; known[k] <= 1; end
  always @* if (raddr == addr && addr < 4000 && &known) a_kept: assert (rdata == shadow);
`endif
endmodule
"""


def test_verilog_large_memories_are_abstracted():
    need("yosys")
    file, proof = design("large", LARGE), WORK / "large.aag"
    out, _ = rondo("check", file, "--top", "m", "-c", proof, code=0)
    assert "holds  a_kept" in out and "rondo memory 0[f" in proof.read_text(errors="replace"), out
    assert rondo("certify", file, proof, "--top", "m", code=0)[0].startswith("accepted")


def test_verilog_violations_with_large_memories_happen_in_iverilog_too():
    need("yosys", "iverilog")
    file = design("large", LARGE)
    (line,) = objects(rondo("check", file, "--top", "m", "--param", "BUG=1", "--json", code=1)[0])
    steps, size = line["trace"]["steps"], line["evidence"]["size"]
    names = {"we": 1, "mask": 4, "waddr": 12, "raddr": 12, "wdata": 32}
    bench = ["module tb; reg clk = 0; wire [31:0] rdata;", *(f"  reg [{width - 1}:0] {name};" for name, width in names.items()),
             "  m #(.BUG(1)) dut (.*);", "  initial begin"]
    bench += [f"    dut.{name} = {int(value)};" for name, value in steps[0].items() if name.startswith("ram[")]  # first contents that count
    for step in steps[:size]:
        bench.append("    " + " ".join(f"{name} = {int(step[name])};" for name in names if name in step) + " #1; last = rdata; clk = 1; #1; clk = 0; #1;")
    bench += ['    $display("%0d", last);', "  end", "  reg [31:0] last;", "endmodule"]
    top, program = write("large_tb.v", "\n".join(bench)), WORK / "large.vvp"
    subprocess.run(["iverilog", "-g2012", "-o", program, top, file], check=True, timeout=60)
    shown = subprocess.run(["vvp", "-n", program], capture_output=True, text=True, timeout=60).stdout.split()[0]
    values = {}
    for step in steps[:size]:
        values.update(step)
    assert int(shown) == values["rdata"] != values["shadow"], (shown, values)


def test_verilog_first_contents_of_large_memories():
    need("yosys")
    file = design("rom", """module m (input clk, input [11:0] a, input we, input [9:0] w);
  reg [15:0] rom [0:4095], part [0:1023]; integer i;
  initial for (i = 0; i < 4096; i = i + 1) rom[i] = i == 9 ? 3 : 7;
  initial part[5] = 6;
  always @(posedge clk) if (we && w != 5) part[w] <= 1;
  always @* begin
    a_seven: assert (a == 9 || rom[a] == 7);
    a_three: assert (rom[a] != 3);
    a_five: assert (part[5] == 6);
    a_four: assert (part[4] != 17);
  end
endmodule
""")
    assert verdicts(file) == {"a_seven": "holds", "a_three": "violated", "a_five": "holds", "a_four": "violated"}


# ---- designs with known answers ----

def corpus():
    """{(file, top and parameters): rows}, of what Yosys 0.23 reads."""
    bench = pathlib.Path(os.environ.get("RONDO_BENCH", ROOT.parent / "shared" / "bench")) / "hdl"
    if not (bench / "expected.tsv").exists():
        raise Skip("the shared benchmarks are not there")
    groups = collections.OrderedDict()
    for line in (bench / "expected.tsv").read_text().splitlines()[1:]:
        file, top, name, kind, expected, reads = line.split("\t")[:6]
        if file.split("/")[0] in ("own", "sby", "wb2axip", "hwcbmc") and (reads == "yes" or expected == "read-error"):
            groups.setdefault((file, top), []).append((name, kind, expected.replace("-vacuously", "")))
    return bench, groups


# The clock of these is made by the registers that it clocks: EBMC does not look at clocks. `inst.signal` is not read.
UNREAD = {"hwcbmc/ebmc__ic3__eijks208o.sv", "hwcbmc/ebmc__ic3__pdtvispeterson.sv", "hwcbmc/ebmc__ic3__ringp0.sv", "hwcbmc/ebmc__ic3__viseisenberg.sv",
          "hwcbmc/verilog__hierarchical_identifiers__hierarchical_identifiers4.sv"}
# What Yosys 0.23 reads otherwise: '1 in a conditional is 1 to it; x and z are any value here.
OTHERWISE = {"hwcbmc/verilog__expressions__integer_literals3.sv"}
KINDS = {"assert": "invariant", "live": "justice", "cover": "cover"}
MEANING = {"covered": "reached", "reachable": "reached"}


def corpus_arguments(bench, file, top):
    first, *others = file.split()
    folder = (bench / first).parent
    words = top.split()
    arguments = [bench / first, "--top", words[0], *(word for other in others for word in ("--source", folder / other))]
    for word in words[1:]:
        if word.startswith("-D") or word == "NO_FULL_SKIP=1":
            arguments += ["-D", word.removeprefix("-D")]
        elif "=" in word:
            arguments += ["--param", word]
    return arguments


def corpus_wrong(rows, found):
    """What contradicts the recorded answers; properties of the other tool's naming are found by their place in the file."""
    wrong, right = [], 0
    for name, kind, expected in rows:
        same = [line for line in found if line["kind"] == KINDS.get(kind)]
        short = name.split(".")[-1]
        if name.startswith("("):
            seen = [line["verdict"] for line in same]
            good = None
            if expected in ("holds", "unreachable") and name.startswith("(all"):
                good = all(v in (expected, "unknown") for v in seen)
            elif expected in MEANING and name.startswith("(all"):
                good = all(v in (MEANING[expected], "unknown") for v in seen)
            elif name.startswith("(some") and expected in ("violated", "unreachable"):
                good = expected in seen or "unknown" in seen
        else:
            line = next((line for line in found if line["property"] in (name, name.split(".", 1)[-1], short)), None)
            if line is None and short.isdigit():  # it may have counted assumptions, too
                line = found[min(int(short), len(found)) - 1]
            good = line and (line["verdict"] in (MEANING.get(expected, expected), "unknown") or "-to-" in expected)
        if good is False or good is None and "-to-" not in expected:
            wrong.append((name, kind, expected, [(line["property"], line["verdict"]) for line in found]))
        right += bool(good)
    return wrong, right


def test_verilog_corpus_has_the_recorded_answers():
    need("yosys")
    bench, groups = corpus()
    right = 0
    for number, ((file, top), rows) in enumerate(groups.items()):
        if SCALE < 1000 and not file.startswith("own/") and number % max(1, 800 // max(1, SCALE)):
            continue
        out, err = rondo("check", *corpus_arguments(bench, file, top), "--json", "--no-trace", "-q", *(["-t", "2"] if SCALE < 1000 else ["-t", "20", "-T", "200"]))
        found = objects(out)
        if any("error" in line for line in found) or not found:
            assert rows[0][2] == "read-error" or file in UNREAD or "time limit" in out, (file, top, out, err)
            continue
        assert rows[0][2] != "read-error", (file, "was read")
        wrong, count = corpus_wrong(rows, found) if file not in OTHERWISE else ([], 0)
        assert not wrong, (file, top, wrong)
        right += count
    assert right >= 30, right
