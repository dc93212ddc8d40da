"""bench/iverilog_replay: a run of a model in VIS' dialect, made again by a simulator that does not know the dialect; and a run that is none."""
import shutil, subprocess

from harness import RONDO, ROOT, WORK, Skip, write

# Two processes that read each other, so that the order in which a simulator runs them matters; a choice, an enumeration, an array.
MODEL = """typedef enum {IDLE, BUSY, DONE} t;
module two(clk, go);
  input clk, go;
  t reg a;
  reg [1:0] n[0:1];
  reg b;
  wire coin;
  assign coin = $ND(0,1);
  initial begin a = IDLE; b = 0; n[0] = 0; n[1] = 1; end
  always @(posedge clk) begin
    case (a)
      IDLE: if (go && coin) a = BUSY;
      BUSY: if (b) a = DONE;
      DONE: a = IDLE;
    endcase
  end
  always @(posedge clk) begin
    b = a == BUSY;
    n[b] = n[b] + 1;
  end
endmodule
"""
PROPERTIES = {"two.ltl": "\\define busy a=BUSY\nG(\\busy -> X:2 a=IDLE);\nG F a=DONE;\n", "two.inv": "!a=DONE + n<*1*>[0]=0;\n",
              "two.ctl": "AG(a=BUSY -> AX !a=BUSY);\nEF a=DONE * AG !a=DONE;\n", "two.fair": "coin=1;\n"}


def replay(properties, number, *more, rondo=RONDO, code=0):
    if not shutil.which("iverilog"):
        raise Skip("no Icarus Verilog")
    model = write("two.v", MODEL)
    for name, text in PROPERTIES.items():
        write(name, text)
    done = subprocess.run([str(x) for x in [ROOT / "bench" / "iverilog_replay", model, "two", "clk", WORK / properties, number, "--rondo", rondo, *more]],
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_a_simulator_makes_the_runs_of_vis_dialect():
    for properties, number in ("two.ltl", 0), ("two.ltl", 1), ("two.ctl", 0):
        out = replay(properties, number)
        assert "0 values differ" in out and ("the formula is false on this run, which is fair" in out or "not evaluated" in out), out
    out = replay("two.ltl", 1, "--fair-file", WORK / "two.fair")
    assert "false on this run, which is fair" in out, out
    assert "what must always be is false in the last step" in replay("two.inv", 0)


def test_a_run_that_is_none_and_a_formula_that_is_true_are_seen():
    liar = WORK / "replay-liar"
    liar.write_text(f'#!/bin/sh\n{RONDO} "$@" | sed \'s/"a":"BUSY"/"a":"DONE"/\'\n')
    liar.chmod(0o755)
    out = replay("two.inv", 0, rondo=liar, code=1)
    assert " 0 values differ" not in out and "values differ" in out, out
    # the run of one formula, said to be against another one
    liar.write_text(f'#!/bin/sh\nexec {RONDO} check {WORK}/two.v --format vl2mv --ltl "G F a=DONE" --no-choices --no-rewrite --no-delayed-inputs --json\n')
    out = replay("two.ltl", 0, rondo=liar, code=1)
    assert "0 values differ" in out and "the formula is TRUE on this run" in out, out
    out = replay("two.ltl", 1, "--fair-file", WORK / "two.fair", rondo=liar, code=1)
    assert "NOT FAIR" in out, out
