// expect: runtimeError on 1
#include <cstdio>
#include <vector>
int main() { std::vector<int> few(3); std::printf("%d", few.at(7)); }
