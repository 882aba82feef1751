// Clocks that say two numbers.
//@ entry: late
//@ options: --env-symbolic
//@ paths: 5
#include <sys/time.h>
#include <time.h>

int late(void) {
    struct timeval now;
    gettimeofday(&now, 0);
    if (now.tv_usec >= 1000000)
        return -1;
    if (now.tv_sec == 5 && now.tv_usec == 6)
        return 1;
    return clock() == 77 ? 2 : 0;
}
