// @EXPECTED_RESULTS@: TIMELIMIT
#include <cstdio>
int main() {
  int n;
  scanf("%d", &n);
  for (volatile long long i = 0; n > 100 || i < 100; i = i + 1) {
  }
  puts("1.5");
}
