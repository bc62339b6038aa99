// expect: compilationError
// 256 MB of table: more than a program may weigh.
char table[256 << 20] = {1};
int main() { return table[5]; }
