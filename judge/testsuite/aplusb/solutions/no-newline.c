// expect: accepted
// checker: exact
#include <stdio.h>
int main(void) { long long a, b; scanf("%lld %lld", &a, &b); printf("%lld", a + b); }
