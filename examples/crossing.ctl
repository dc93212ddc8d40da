#PASS: never both
AG !(north=GREEN * east=GREEN);
#PASS: a light can always become green again
AG EF north=GREEN;
\define n_waits  waiting<*0*>[1:0]={1,2,3}
#FAIL: nobody says that the other side ever stops
AG (\n_waits -> AF north=GREEN);
#PASS
AG (n.shown=GREEN -> AX:2(n.shown=RED));
