// An environment variable is set, or not, and stays so.
//@ entry: level
//@ options: --env-symbolic
//@ max-length: 2
//@ complete: false
//@ stopped: environment variables of at most 2 characters
#include <stdlib.h>

int level(void) {
    const char *text = getenv("LEVEL");
    if (!text)
        return -1;
    if (text != getenv("LEVEL") || getenv("LE=VEL"))
        return -2;
    return text[0] == '7' ? 7 : 0;
}
