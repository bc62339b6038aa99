// expect: runtimeError on 1
#include <vector>
#include <iostream>
int main() { std::vector<int> few(3); std::cout << few.at(7); }
