// Packed structures have no padding, and their members may be unaligned.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) header {
    uint8_t kind;
    uint32_t length;
    uint16_t flags;
    double weight;
};

int main(void) {
    struct header header = {1, 0x11223344, 0x5566, 2.5};
    unsigned char wire[sizeof header];
    memcpy(wire, &header, sizeof header);
    printf("%zu %zu %zu\n", sizeof header, offsetof(struct header, length), offsetof(struct header, weight));
    for (int i = 0; i < 7; i++)
        printf("%02x ", wire[i]);
    struct header headers[3];
    for (int i = 0; i < 3; i++) {
        headers[i] = header;
        headers[i].length += (uint32_t)i;
        headers[i].weight *= i;
    }
    printf("%x %g %g\n", headers[2].length, headers[2].weight, headers[1].weight);
    return 0;
}
