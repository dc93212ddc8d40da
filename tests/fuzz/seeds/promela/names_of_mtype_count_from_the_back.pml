mtype = { one, two, three }; mtype = { four }; mtype m = two; init { assert(three == 1 && two == 2 && one == 3 && four == 4 && m == two) }
