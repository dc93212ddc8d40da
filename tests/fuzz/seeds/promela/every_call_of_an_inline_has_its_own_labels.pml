byte n; inline down(v) { again: if :: v > 0 -> v--; goto again :: else fi } byte a = 2, b = 1; init { down(a); down(b); assert(a == 0 && b == 0) }
