// A skid buffer between two partners who shake hands as in AXI: a transfer happens where valid and ready meet,
// and what was offered stays until it is taken.
module skid #(parameter int WIDTH = 4) (
  input  logic             clk, rst,
  input  logic             s_valid, m_ready,
  input  logic [WIDTH-1:0] s_data,
  output logic             s_ready, m_valid,
  output logic [WIDTH-1:0] m_data);

  logic             held;
  logic [WIDTH-1:0] spare;

  assign s_ready = !held;

  always_ff @(posedge clk)
    if (rst) begin
      held <= 0; m_valid <= 0;
    end else begin
      if (!m_valid || m_ready) begin
        m_valid <= held || s_valid;
        m_data  <= held ? spare : s_data;
        held    <= 0;
      end else if (s_valid && s_ready) begin
        spare <= s_data;
        held  <= 1;
      end
    end

`ifdef FORMAL
  initial assume (rst);
  always_ff @(posedge clk) if (!$initstate) assume (!rst);
  f_ready: assume property (s_eventually m_ready);

  // the rules of the handshake: assumed of the source, asserted of the buffer
  always_ff @(posedge clk)
    if (!$initstate && !$past(rst) && $past(s_valid && !s_ready)) begin
      assume (s_valid && s_data == $past(s_data));
    end
  always_ff @(posedge clk)
    if (!$initstate && !rst && !$past(rst) && $past(m_valid && !m_ready)) begin
      a_stays: assert (m_valid);
      a_same:  assert (m_data == $past(m_data));
    end

  // one word that goes in comes out, and nothing overtakes it
  wire [WIDTH-1:0] word = $anyconst;
  wire             watch = $anyseq;
  logic [1:0]      place; // 0: not inside, 1: the next to leave, 2: behind another
  wire             leaves = m_valid && m_ready, enters = s_valid && s_ready;
  always_ff @(posedge clk)
    if (rst) place <= 0;
    else if (place == 0) begin
      if (watch && enters && s_data == word) place <= (m_valid && !leaves) ? 2 : 1;
    end else if (leaves) place <= place - 1'b1;

  always_ff @(posedge clk) if (!rst) begin
    a_held:  assert (!held || m_valid);
    a_place: assert (place < 3 && (place != 1 || m_valid) && (place != 2 || held));
    a_spare: assert (place != 2 || spare == word);
    a_out:   assert (place != 1 || m_data == word);
    c_held:  cover  (held);
    if (s_valid) l_taken: assert property (s_eventually s_ready);
    if (m_valid) l_moved: assert property (s_eventually m_ready);
  end
`endif
endmodule
