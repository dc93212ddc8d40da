AG (heat=1 -> light=1);
AG (state=BRIGHT -> AX state!=DIM);
AG AF button=1;
EF state=BRIGHT;
