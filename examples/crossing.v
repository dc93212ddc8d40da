// Two lights at a crossing, and cars that come as they like.
typedef enum {RED, YELLOW, GREEN} color;

module crossing(clk);
    input clk;
    color wire north, east;
    wire [1:0] car;
    reg turn;                 // whose light may become green
    reg [1:0] waiting[0:1];   // cars before each light

    assign car = $ND(0, 1, 2, 3);
    light n(clk, turn == 0, waiting[0] != 0, north);
    light e(clk, turn == 1, waiting[1] != 0, east);

    initial begin
        turn = $ND(0, 1);
        waiting[0] = 0;
        waiting[1] = 0;
    end

    always @(posedge clk) begin
        if (north == GREEN) waiting[0] = 0;
        else if (car[0] && waiting[0] != 3) waiting[0] = waiting[0] + 1;
        if (east == GREEN) waiting[1] = 0;
        else if (car[1] && waiting[1] != 3) waiting[1] = waiting[1] + 1;
        case ({north, east})
            4'b10??, 4'b??10: turn = turn;          // one is green: wait
            {RED, RED}: if (waiting[turn] == 0) turn = ~turn;
        endcase
    end
endmodule

module light(clk, mine, wanted, shown);
    input clk, mine, wanted;
    output shown;
    color reg shown;

    initial shown = RED;
    always @(posedge clk)
        case (shown)
            RED: if (mine && wanted) shown = GREEN;
            GREEN: shown = YELLOW;
            YELLOW: shown = RED;
        endcase
endmodule
