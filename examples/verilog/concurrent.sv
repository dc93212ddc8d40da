// Yosys does not read this: docs/verilog.md says what it does read.
module concurrent (input logic clk, req, ack);
  a_answer: assert property (@(posedge clk) req |-> ##[1:3] ack);
endmodule
