// A tagged union, and reading one member's bytes through another.
#include <stdint.h>
#include <stdio.h>

struct value {
    enum { INTEGER, REAL, TEXT } kind;
    union {
        long integer;
        double real;
        const char *text;
    } as;
};

static void print(struct value v) {
    switch (v.kind) {
    case INTEGER: printf("%ld\n", v.as.integer); break;
    case REAL: printf("%g\n", v.as.real); break;
    case TEXT: printf("%s\n", v.as.text); break;
    }
}

int main(void) {
    struct value values[] = {{INTEGER, {.integer = -5}}, {REAL, {.real = 2.5}}, {TEXT, {.text = "six"}}};
    for (int i = 0; i < 3; i++)
        print(values[i]);
    union {
        uint32_t word;
        uint8_t bytes[4];
        struct {
            uint16_t low, high;
        } half;
    } pun = {0x01020304};
    printf("%d %d %x %x\n", pun.bytes[0], pun.bytes[3], pun.half.low, pun.half.high);
    pun.bytes[1] = 0xff;
    printf("%08x %zu\n", pun.word, sizeof pun);
    return 0;
}
