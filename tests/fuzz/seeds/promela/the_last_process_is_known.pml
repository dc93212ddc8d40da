byte x; active [2] proctype A() { x = 1; if :: _last == _pid -> skip :: else -> skip fi }
