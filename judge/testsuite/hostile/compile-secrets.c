// hostile: has the compiler look for the host's secrets and the judge's files; expect: cause=exit exitCode=0
#if __has_include("/etc/shadow") || __has_include("/proc/1/environ") || __has_include("/proc/1/root/etc/passwd") || __has_include("/etc/hostname")
#error the compiler sees the host
#endif
int main(void) { return 0; }
