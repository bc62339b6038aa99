// expect: wrongAnswer on 4
#include <stdio.h>
int main(void) { int a, b; scanf("%d %d", &a, &b); printf("%d\n", (int) ((unsigned) a + (unsigned) b)); }
