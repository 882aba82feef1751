// Who a process is stays the same.
//@ entry: who
//@ options: --env-symbolic
//@ paths: 4
#include <unistd.h>

int who(void) {
    if (getpid() != getpid() || getpid() <= 0)
        return -1;
    if (getpid() == 4711)
        return 1;
    if (getuid() == 0)
        return 2;
    return getuid() == geteuid() ? 3 : 4;
}
