// expect: outputLimit on 1
#include <stdio.h>
int main(void) { for (;;) puts("flood"); }
