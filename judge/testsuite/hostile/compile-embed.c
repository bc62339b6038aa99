// hostile: embeds an endless device into the program; expect: cause=exit|memory|cpu exitCode=1
const char all[] = {
#embed "/dev/zero"
};
__asm__(".incbin \"/dev/zero\"");
int main(void) { return all[0]; }
