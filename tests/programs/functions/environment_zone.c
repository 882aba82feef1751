// Nobody has to ask for the time to get the zone. (glibc's header forbids it; POSIX and Linux don't.)
//@ entry: zone
//@ options: --env-symbolic
//@ complete: false
//@ stopped: the zone that `gettimeofday` tells is 0
#include <stddef.h>

struct zone {
    int minutes_west, summer;
};

int gettimeofday(void *restrict time, void *restrict zone);

int zone(void) {
    struct zone zone;
    gettimeofday(NULL, NULL);
    if (gettimeofday(NULL, &zone) != 0)
        return -1;
    return zone.minutes_west == 60;
}
