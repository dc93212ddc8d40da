// A FIFO: what is pushed comes out in the same order. Two bugs can be put in:
// BUG = 1 takes a word although it is full; BUG = 2 stops for ever once a push was refused.
module fifo #(parameter int DEPTH = 4, parameter int WIDTH = 4, parameter int BUG = 0,
              localparam int AW = $clog2(DEPTH)) (
  input  logic             clk, rst,
  input  logic             push, ready,
  input  logic [WIDTH-1:0] din,
  output logic             full, valid,
  output logic [WIDTH-1:0] dout);

  logic [WIDTH-1:0] mem [0:DEPTH-1];
  logic [AW-1:0]    rp, wp;
  logic [AW:0]      count;
  logic             stopped;

  wire do_push = push && (BUG == 1 || !full);
  wire do_pop  = valid && ready;

  assign full  = count == DEPTH;
  assign valid = count != 0 && !stopped;
  assign dout  = mem[rp];

  always_ff @(posedge clk)
    if (rst) begin
      rp <= 0; wp <= 0; count <= 0; stopped <= 0;
    end else begin
      if (do_push) begin mem[wp] <= din; wp <= wp + 1'b1; end
      if (do_pop)  rp <= rp + 1'b1;
      count   <= count + do_push - do_pop;
      stopped <= stopped || (BUG == 2 && push && full);
    end

`ifdef FORMAL
  initial assume (rst);
  always_ff @(posedge clk) if (!$initstate) assume (!rst);
  f_ready: assume property (s_eventually ready); // the consumer is ready again and again

  // one word, followed on its way: when it was pushed `ahead` words were before it
  wire [WIDTH-1:0] word;
  logic            inside;
  logic [AW:0]     ahead;
  wire             watch = $anyseq;
  assign word = $anyconst;
  always_ff @(posedge clk)
    if (rst) inside <= 0;
    else if (inside) begin
      if (do_pop && ahead == 0) inside <= 0;
      if (do_pop && ahead != 0) ahead <= ahead - 1'b1;
    end else if (watch && do_push && din == word) begin
      inside <= 1;
      ahead  <= count - do_pop;
    end

  always_ff @(posedge clk) if (!rst) begin
    a_count:    assert (count <= DEPTH);
    a_pointers: assert (AW'(wp - rp) == count[AW-1:0]);
    a_place:    assert (!inside || (ahead < count && mem[AW'(rp + ahead)] == word));
    a_order:    assert (!inside || ahead != 0 || dout == word);
    c_full:     cover  (full);
    c_wrapped:  cover  (wp == 0 && count != 0);
    if (count != 0) l_drained: assert property (s_eventually do_pop);
  end
`endif
endmodule
