// The first line has n, the second n numbers; single spaces, nothing else.
#include "jury.h"

int main() {
  std::ostringstream all;
  all << std::cin.rdbuf();
  std::istringstream text(all.str());
  long long n;
  if (!(text >> n) || n < 1 || n > 100000) quit(FAILED, "n must be from 1 to 100000");
  std::ostringstream expected;
  expected << n << '\n';
  for (long long i = 0; i < n; i++) {
    long long height;
    if (!(text >> height) || height < 1 || height > 1000000000) quit(FAILED, "a height must be from 1 to 10^9");
    expected << height << (i + 1 < n ? ' ' : '\n');
  }
  if (expected.str() != all.str()) quit(FAILED, "spaces or line ends are not as they should be");
}
