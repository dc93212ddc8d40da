chan a = [1] of { chan }; active proctype A() { chan b = [1] of { byte }; byte x; a!b; b?x; assert(x == 7) } active proctype B() { chan r; a?r; r!7 }
