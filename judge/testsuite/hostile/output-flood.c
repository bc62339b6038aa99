// hostile: writes to standard output for ever; expect: cause=output
#include <unistd.h>
static char block[1 << 16];
int main(void) { for (;;) write(1, block, sizeof block); }
