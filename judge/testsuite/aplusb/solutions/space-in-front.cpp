// expect: presentationError on 1
// checker: exact
#include <iostream>
int main() { long long a, b; std::cin >> a >> b; std::cout << "\n" << a + b << "\n"; }
