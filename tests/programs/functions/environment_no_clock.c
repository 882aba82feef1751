// A clock that nobody knows may not be there.
//@ entry: late
//@ options: --env-symbolic
//@ complete: false
//@ stopped: `clock_gettime` fails with EINVAL
#include <stdlib.h>
#include <time.h>

int late(int id) {
    struct timespec now;
    if (clock_gettime(id, &now) != 0) {
        if (id == CLOCK_MONOTONIC)
            abort();
        return -1;
    }
    return now.tv_nsec > 999999999 ? 1 : 0;
}
