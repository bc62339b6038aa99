#include <cstdio>
int main() {
  int high;
  char reply[2] = "";
  setvbuf(stdout, nullptr, _IOFBF, 1 << 16);
  if (scanf("%d", &high) != 1) return 1;
  printf("%d\n", high / 2);
  while (scanf("%1s", reply) == 1 && reply[0] != '=') printf("%d\n", high / 2);
}
