// Nor may the linker make one string the end of another one, where a program would see that.
//@ entry: is_tail
//@ max-length: 3
//@ complete: false
//@ stopped: the limit of 3
#include <string.h>

int is_tail(const char *text, const char *tail) {
    if (!text || !tail || strlen(text) < 2 || *tail)
        return -1;
    return text + strlen(text) == tail;
}
