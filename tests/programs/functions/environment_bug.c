// A bug that depends on the time is confirmed.
//@ entry: share
//@ options: --env-symbolic
#include <time.h>

int share(void) {
    int second = (int)(time(0) % 60);
    return 100 / (second - 7); //~ BUG division-by-zero
}
