byte turn; active [2] proctype A() provided (turn == _pid) { turn = 1 - turn; skip }
