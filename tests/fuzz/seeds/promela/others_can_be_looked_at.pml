active proctype P() { byte x = 3; here: x = 4; skip } active proctype Q() { P@here; assert(P:x >= 3); P[0]:x == 4 }
