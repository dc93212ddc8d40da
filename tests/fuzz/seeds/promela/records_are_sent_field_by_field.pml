typedef R { byte a; byte b[2] }; R r, s; chan c = [1] of { R }; init { r.a = 1; r.b[1] = 5; c!r; c?s; assert(s.a == 1 && s.b[0] == 0 && s.b[1] == 5) }
