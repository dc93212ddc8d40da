byte i, s; int a[3]; chan c = [3] of { byte }; init { for (i : 1 .. 3) { s = s + i } for (i in a) { a[i] = i } select (i : 2..4); assert(s == 6 && a[2] == 2 && i >= 2 && i <= 4) }
