// expect: compilationError
template <int depth> struct Down { static constexpr int value = Down<depth + 1>::value + Down<depth + 2>::value; };
int main() { return Down<0>::value; }
