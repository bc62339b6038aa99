// expect: accepted
// language: cpp17
// A name that C++20 made a keyword.
#include <iostream>
int main() { long long concept, b; std::cin >> concept >> b; std::cout << concept + b << "\n"; }
