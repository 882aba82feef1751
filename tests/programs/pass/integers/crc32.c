// A table-driven checksum: xor, shifts and a table built at run time.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void build_table(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        table[i] = value;
    }
}

static uint32_t crc32(const void *data, size_t size) {
    const unsigned char *bytes = data;
    uint32_t crc = ~0u;
    while (size--)
        crc = crc >> 8 ^ table[(crc ^ *bytes++) & 255];
    return ~crc;
}

int main(void) {
    build_table();
    const char *text = "123456789";
    printf("%08x %08x\n", crc32(text, strlen(text)), crc32("", 0));
    printf("%08x\n", crc32(table, sizeof table));
    return 0;
}
