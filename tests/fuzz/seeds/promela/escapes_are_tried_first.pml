byte x; active proctype A() { { do :: x < 3 -> x++ od } unless { x == 2 -> x = 9 } assert(x == 9) } active proctype B() { x == 9 }
