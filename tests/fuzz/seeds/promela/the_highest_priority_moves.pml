byte x; active proctype A() priority 1 { assert(x == 1) } active proctype B() priority 5 { x = 1 }
