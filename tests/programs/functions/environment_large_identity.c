// An identity is any number of its type.
//@ entry: who
//@ options: --env-symbolic
//@ paths: 2
#include <limits.h>
#include <unistd.h>

int who(void) {
    return getuid() > INT_MAX ? 1 : 0;
}
