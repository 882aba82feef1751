// Not asked for, no variable is set, as in the test that is written: that holds wherever it is run.
//@ entry: home
//@ complete: false
//@ stopped: what `getenv` at environment_unset.c:9 did in these runs depends on the environment
//@ paths: 2
#include <stdlib.h>

int home(int any) {
    const char *path = getenv("PATH");
    if (any)
        return -1;
    return path && path[0] == '/';
}
