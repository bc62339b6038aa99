// hostile: writes 32 MB to standard error, of which little may be kept; expect: cause=exit exitCode=0
#include <unistd.h>
static char block[1 << 16];
int main(void) { for (int i = 0; i < 512; i++) write(2, block, sizeof block); return 0; }
