#include <cstdio>
int main() { std::puts("fifty"); }
