// A memory of 4,096 words. One arbitrary address is followed by registers of its own: what is read there is what was written
// there last. With BUG a write goes astray.
package bus;
  typedef struct packed { logic write; logic [11:0] address; logic [31:0] data; } request_t;
endpackage
module ram #(parameter BUG = 0) (input logic clk, input bus::request_t request, output logic [31:0] answer);
  logic [31:0] words [0:4095];
  always_comb answer = words[request.address];
  always_ff @(posedge clk)
    if (request.write) words[BUG && request.address == 12'h123 ? 12'h124 : request.address] <= request.data;

  (* anyconst *) logic [11:0] followed;
  logic [31:0] last;
  logic known = 0;
  always_ff @(posedge clk)
    if (request.write && request.address == followed) begin
      last <= request.data;
      known <= 1;
    end
  always_comb
    if (known && request.address == followed) a_answer: assert (answer == last);
endmodule
