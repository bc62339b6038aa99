// hostile: has the assembler put the host's passwords into the program; expect: cause=exit exitCode=1
__asm__(".incbin \"/etc/shadow\"");
int main(void) { return 0; }
