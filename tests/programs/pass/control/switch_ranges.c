// GNU case ranges, small and too large to expand.
#include <stdio.h>

static char kind(unsigned c) {
    switch (c) {
    case '0' ... '9': return 'd';
    case 'a' ... 'z':
    case 'A' ... 'Z': return 'l';
    case 0x1000 ... 0xffffff: return 'w';
    default: return '.';
    }
}

int main(void) {
    const char *text = "a1 Z9-zA0/:@[`{";
    for (; *text; text++)
        putchar(kind((unsigned char)*text));
    putchar(kind(0xfff));
    putchar(kind(0x1000));
    putchar(kind(0xffffff));
    putchar(kind(0x1000000));
    putchar('\n');
    return 0;
}
