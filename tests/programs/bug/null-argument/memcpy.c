// Even if nothing is copied, memcpy takes no NULL.
#include <string.h>

static void append(char *to, const char *from, unsigned count) {
    memcpy(to, from, count); //~ BUG null-argument
}

int main(void) {
    char buffer[4] = "";
    append(buffer, "ab", 2);
    append(buffer, 0, 0);
    return buffer[0] != 'a';
}
