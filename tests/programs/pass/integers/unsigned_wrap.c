// Unsigned arithmetic is modular: a hash that relies on it.
#include <stdint.h>
#include <stdio.h>

static uint32_t fnv32(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

static uint64_t fnv64(const char *text) {
    uint64_t hash = 14695981039346656037u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

int main(void) {
    printf("%08x %016llx\n", fnv32("counterpoint"), (unsigned long long)fnv64("counterpoint"));
    unsigned zero = 0;
    printf("%u %u\n", zero - 1, -5u % 7);
    uint64_t seed = 42;
    for (int i = 0; i < 5; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        printf("%llu\n", (unsigned long long)(seed >> 33));
    }
    return 0;
}
