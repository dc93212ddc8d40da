byte n; proctype P(byte k) { n = n + k } init { pid p; atomic { p = run P(1); run P(2) } (_nr_pr == 1) -> assert(n == 3 && p == 1) }
