// gen <n> <highest> <seed>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

int main(int, char **argv) {
  long n = std::atol(argv[1]), highest = std::atol(argv[2]);
  uint64_t state = std::atol(argv[3]) * 2654435761u + 1;
  std::printf("%ld\n", n);
  for (long i = 0; i < n; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::printf("%ld%c", (long) (state >> 33) % highest + 1, i + 1 < n ? ' ' : '\n');
  }
}
