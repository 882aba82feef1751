// An error inside a function of the system's headers is one of the line that called it.
//@ cflags: -D_FORTIFY_SOURCE=2 -Wno-cpp
//@ says: bugs: 1 confirmed, 0 unconfirmed; 1 function has demands on callers
#include <string.h>

void shout(char *text) {
    strcat(text, "!");
}
