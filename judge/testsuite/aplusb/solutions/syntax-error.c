// expect: compilationError
int main(void) { return 0 }
