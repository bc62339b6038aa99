#include <stdio.h>
#include <string.h>
int main(void) {
  char line[1000];
  freopen("turn.in", "r", stdin);
  freopen("turn.out", "w", stdout);
  while (scanf("%999s", line) == 1) {
    for (int i = strlen(line); i > 0; i--) putchar(line[i - 1]);
    putchar('\n');
  }
  return 0;
}
