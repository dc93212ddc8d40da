byte b = 255; short s = 32767; bit t = 3; unsigned u : 3 = 9; bit a[2]; init { b++; s++; u = u - 2; a[1] = 7; assert(b == 0 && s == -32768 && t == 1 && u == 7 && a[1] == 7) }
