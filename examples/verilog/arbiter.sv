// A round-robin arbiter. Two bugs can be put in:
// BUG = 1 grants two clients at once in one place; BUG = 2 does not turn, so that the first client starves the others.
module arbiter #(parameter int N = 3, parameter int BUG = 0) (
  input  logic         clk, rst,
  input  logic [N-1:0] req,
  output logic [N-1:0] grant);

  logic [N-1:0] turn; // one hot: who comes first
  logic [N-1:0] above;
  integer i;

  // the first request at or behind the turn, or else the first of all
  always_comb begin
    above = 0;
    for (i = 0; i < N; i = i + 1)
      above[i] = turn[i] || (i > 0 && above[i > 0 ? i - 1 : 0]);
    grant = (req & above) != 0 ? (req & above) & (~(req & above) + 1'b1) : req & (~req + 1'b1);
    if (BUG == 1 && turn[N-1] && req[0] && req[N-1]) grant = grant | 1'b1;
  end

  always_ff @(posedge clk)
    if (rst) turn <= 1;
    else if (BUG != 2 && grant != 0) turn <= {grant[N-2:0], grant[N-1]};

`ifdef FORMAL
  initial assume (rst);
  always_ff @(posedge clk) if (!$initstate) assume (!rst);
  always_ff @(posedge clk) if (!rst) begin
    a_exclusive: assert ((grant & (grant - 1'b1)) == 0);
    a_wanted:    assert ((grant & ~req) == 0);
    a_turn:      assert (turn != 0 && (turn & (turn - 1'b1)) == 0);
    c_last:      cover  (grant[N-1]);
    c_both:      cover  (grant == 3);
  end

  // a request stays until it is granted, and is granted some day
  logic [N-1:0] waiting;
  always_ff @(posedge clk) waiting <= rst ? 0 : req & ~grant;
  always_comb if (!$initstate) assume ((waiting & ~req) == 0);
  genvar k;
  generate for (k = 0; k < N; k = k + 1) begin : client
    progress watch (.clk(clk), .rst(rst), .req(req[k]), .grant(grant[k]));
  end endgenerate
`endif
endmodule

`ifdef FORMAL
module progress (input logic clk, rst, req, grant);
  always_ff @(posedge clk) if (!rst && req) l_served: assert property (s_eventually grant);
endmodule
`endif
