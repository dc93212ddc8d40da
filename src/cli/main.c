int cli_ltl(int argc, char **argv);
int main(int argc, char **argv) { return cli_ltl(argc - 2, argv + 2); }
