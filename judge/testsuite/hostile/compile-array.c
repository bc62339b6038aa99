// hostile: a program of four gigabytes; expect: cause=exit|memory|cpu exitCode=1
char all[1L << 32] = { 1 };
int main(void) { return all[0]; }
