active [2] proctype A() { skip; byte x = 3; int y; y = x }
