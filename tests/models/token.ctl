# About token.aig, with semicolons.
AG (token[0] -> EF token[2]);
AG (token[2] -> AX token[0]);
AG AF token[2];
A (token[0] | token[1] U token[2]);
