// Tests say what the system answers, and the linker leads the questions to them.
//@ options: --env-symbolic
//@ has: RETURNS(time, 7);
//@ has: RETURNS(getpid, 4711);
//@ has: VARIABLE("LEVEL", "7");
//@ has: NO_VARIABLE("LEVEL");
//@ says: all       11/11     10/10
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int hour(void) {
    if (time(0) % 24 == 7)
        return 1;
    return getpid() == 4711 ? 2 : 0;
}

int level(void) {
    const char *text = getenv("LEVEL");
    if (!text)
        return -1;
    return text[0] == '7' && text[1] == 0 ? 7 : 0;
}
