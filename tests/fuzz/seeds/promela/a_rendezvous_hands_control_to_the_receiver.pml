chan c = [0] of { byte }; byte x, y; active proctype A() { atomic { c!1; x = 1 } } active proctype B() { byte z; atomic { c?z; assert(x == 0); y = z } } active proctype C() { y == 1; x == 0 }
