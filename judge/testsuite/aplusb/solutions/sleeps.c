// expect: idlenessLimit on 1
#include <unistd.h>
int main(void) { sleep(100); }
