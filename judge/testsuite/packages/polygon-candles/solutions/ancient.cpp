// Of the days when a line was read so, and no package named its standard.
#include <stdio.h>
#include <stdlib.h>
int main() {
  char line[100000];
  gets(line);
  int n = atoi(line), height;
  long long sum = 0;
  while (n-- > 0 && scanf("%d", &height) == 1) sum += height;
  printf("%lld\n", sum);
}
