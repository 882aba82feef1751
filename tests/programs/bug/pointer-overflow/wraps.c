// The end of the buffer would be before its beginning.
#include <stddef.h>

static int fits(const char *buffer, size_t length) {
    const char *end = buffer + length; //~ BUG pointer-overflow
    return end >= buffer;
}

int main(void) {
    char buffer[4] = "abc";
    return fits(buffer, 4) + fits(buffer, (size_t)-8);
}
