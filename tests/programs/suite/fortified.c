// An error inside a function of the system's headers is one of the line that called it.
//@ cflags: -D_FORTIFY_SOURCE=2 -Wno-cpp
//@ says: `shout` needs `text` non-NULL, and `text` long enough
//@ says: bugs: 0 confirmed, 0 unconfirmed; 1 function has demands on callers
#include <string.h>

void shout(char *text) {
    strcat(text, "!");
}
