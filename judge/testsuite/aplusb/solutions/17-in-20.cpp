// expect: compilationError
// language: cpp20
int main() { int concept = 0; return concept; }
