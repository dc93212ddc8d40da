byte x, i; active proctype A() { d_step { i = 0; do :: i < 5 -> x = x + i; i++ :: else -> break od; x = x * 2 } assert(x == 20) } active proctype B() { skip; skip }
