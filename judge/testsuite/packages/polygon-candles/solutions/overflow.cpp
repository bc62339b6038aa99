#include <cstdio>
int main() {
  int n;
  unsigned sum = 0, height;
  for (std::scanf("%d", &n); n > 0 && std::scanf("%u", &height) == 1; n--) sum += height;
  std::printf("%d\n", (int) sum);
}
