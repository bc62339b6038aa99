#include <cstdio>
int main() {
  unsigned n;
  std::scanf("%u", &n);
  std::printf("%u\n", n * n);
}
