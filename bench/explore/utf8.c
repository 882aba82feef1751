// A decoder of UTF-8 that refuses what is too long, too large or a surrogate; its lengths are in a table.
#include "counterpoint.h"

#define LENGTH 6

static const unsigned char lengths[32] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 3, 3, 4, 0,
};
static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};

static int decode(const unsigned char *bytes, int count, unsigned *character) {
    int length = lengths[bytes[0] >> 3];
    if (length == 0 || length > count)
        return 0;
    unsigned value = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    *character = value;
    return length;
}

int main(void) {
    unsigned char bytes[LENGTH];
    cp_symbolic(bytes, sizeof bytes, "bytes");
    int at = 0, characters = 0;
    while (at < LENGTH) {
        unsigned character = 0;
        int length = decode(bytes + at, LENGTH - at, &character);
        if (length == 0)
            return 100 + characters;
        if (character == 0x20ac)
            return 200;
        at += length;
        characters++;
    }
    return characters;
}
