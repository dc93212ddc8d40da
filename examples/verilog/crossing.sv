// A toggle in one clock domain, seen in another through two registers. That it is seen cannot be proved:
// the other clock may always come when the toggle is down again.
module crossing (input logic fast, slow, output logic seen);
  logic flag = 0, first = 0;
  initial seen = 0;
  always_ff @(posedge slow) flag <= !flag;
  always_ff @(posedge fast) {seen, first} <= {first, flag};
  l_flag: assert property (s_eventually flag);
  l_seen: assert property (s_eventually seen);
  always_comb a_late: assert (seen == flag);
endmodule
