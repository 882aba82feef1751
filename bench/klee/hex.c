// A parser of records as in Intel's hexadecimal files: bytes as two digits each, the last of which makes their sum zero.
#include "counterpoint.h"

#define BYTES 3

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

// The byte at two digits, or -1.
static int byte_at(const char *text) {
    int high = digit(text[0]);
    if (high < 0)
        return -1;
    int low = digit(text[1]);
    if (low < 0)
        return -1;
    return 16 * high + low;
}

static int parse(const char *text, unsigned char *bytes) {
    unsigned sum = 0;
    for (int i = 0; i < BYTES; i++) {
        int byte = byte_at(text + 2 * i);
        if (byte < 0)
            return 1;
        bytes[i] = (unsigned char)byte;
        sum += bytes[i];
    }
    return sum % 256 == 0 ? 0 : 2;
}

int main(void) {
    char text[2 * BYTES];
    unsigned char bytes[BYTES];
    cp_symbolic(text, sizeof text, "text");
    return parse(text, bytes);
}
