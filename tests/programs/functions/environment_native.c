// Not asked for, the system is asked, and the report names all that was.
//@ entry: seed
//@ complete: false
//@ stopped: what `getpid` at environment_native.c:9 did in these runs depends on the environment; what `time` at
#include <time.h>
#include <unistd.h>

int seed(int more) {
    int seed = getpid() > 0;
    if (more)
        seed += time(0) > 0;
    return seed;
}
