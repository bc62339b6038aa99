// expect: wrongAnswer on 4
#include <iostream>
int main() { unsigned a, b; long long x, y; std::cin >> x >> y; a = x; b = y; std::cout << (int) (a + b) << "\n"; }
