#define max(a, b) ((a) > (b) -> (a) : (b))
#define cat(a, b) a ## b
#if defined(max) && !defined(min) && 2 * 3 == 6
int xy = max(3, 4);
#else
int xy = 0;
#endif
init { assert(cat(x, y) == 4) }
