// expect: runtimeError on 1
#include <stddef.h>
int main(void) { int *volatile nowhere = NULL; *(volatile int *) nowhere = 1; }
