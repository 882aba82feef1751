// A four-byte read of which only the first two bytes belong to the object.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct __attribute__((packed)) word {
    uint32_t value;
};

int main(void) {
    unsigned char *bytes = calloc(1, 10);
    if (!bytes)
        return 1;
    uint32_t sum = 0;
    for (int at = 0; at < 10; at += 4)
        sum += ((struct word *)(bytes + at))->value; //~ BUG out-of-bounds-read
    printf("%u\n", sum);
    free(bytes);
    return 0;
}
