// The time is an input, if asked for. It may go back, and fail.
//@ entry: waited
//@ options: --env-symbolic
//@ paths: 4
#include <time.h>

int waited(void) {
    time_t begin = time(0), end;
    if (begin == (time_t)-1)
        return -1;
    time(&end);
    if (end < begin)
        return -2;
    return end - begin > 60 ? 1 : 0;
}
