// The mem* functions, on all short byte strings over a small alphabet.
#define _GNU_SOURCE
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

RT(memcpy);
RT(memmove);
RT(memset);
RT(mempcpy);
RT(memccpy);
RT(memcmp);
RT(memchr);
RT(memrchr);
RT(rawmemchr);
RT(memmem);
RT(bcmp);
RT(bcopy);
RT(bzero);
RT(ffs);
RT(ffsl);
RT(ffsll);

static const unsigned char alphabet[] = {0, 'a', 0xff};
enum { LONGEST = 4, COUNT = 1 + 3 + 9 + 27 + 81 };

struct bytes {
    unsigned char *at;
    size_t size;
};

// All byte strings, each in a block of its own size, so that an access too far is seen.
static struct bytes all[COUNT];

static void make_all(void) {
    size_t made = 0;
    for (size_t size = 0, number = 1; size <= LONGEST; size++, number *= 3)
        for (size_t code = 0; code < number; code++) {
            struct bytes bytes = {malloc(size ? size : 1), size};
            for (size_t i = 0, rest = code; i < size; i++, rest /= 3)
                bytes.at[i] = alphabet[rest % 3];
            all[made++] = bytes;
        }
}

static void test_one(struct bytes a) {
    for (size_t c = 0; c < sizeof alphabet; c++) {
        int byte = alphabet[c];
        CHECK(rt_memchr(a.at, byte, a.size) == memchr(a.at, byte, a.size), "%zu %d", a.size, byte);
        CHECK(rt_memrchr(a.at, byte, a.size) == memrchr(a.at, byte, a.size), "%zu %d", a.size, byte);
        if (memchr(a.at, byte, a.size))
            CHECK(rt_rawmemchr(a.at, byte) == rawmemchr(a.at, byte), "%zu %d", a.size, byte);
        char x[8] = "1234567", y[8] = "1234567";
        char *end_x = rt_memccpy(x, a.at, byte, a.size), *end_y = memccpy(y, a.at, byte, a.size);
        CHECK(memcmp(x, y, 8) == 0, "%zu %d", a.size, byte);
        CHECK((end_x ? end_x - x : -1) == (end_y ? end_y - y : -1), "%zu %d", a.size, byte);
    }
    char x[8] = "1234567", y[8] = "1234567";
    CHECK(rt_memcpy(x, a.at, a.size) == x && memcpy(y, a.at, a.size) && !memcmp(x, y, 8), "%zu", a.size);
    CHECK(rt_mempcpy(x + 1, a.at, a.size) == x + 1 + a.size, "%zu", a.size);
    memcpy(y + 1, a.at, a.size);
    CHECK(memcmp(x, y, 8) == 0, "%zu", a.size);
    CHECK(rt_memmove(x + 2, x + 1, a.size) == x + 2 && memmove(y + 2, y + 1, a.size), "%zu", a.size);
    CHECK(memcmp(x, y, 8) == 0, "%zu", a.size);
    rt_bcopy(x + 1, x, a.size);
    bcopy(y + 1, y, a.size);
    CHECK(memcmp(x, y, 8) == 0, "%zu", a.size);
    CHECK(rt_memset(x, 0x1ff, a.size) == x && memset(y, 0x1ff, a.size), "%zu", a.size);
    rt_bzero(x + 3, a.size);
    bzero(y + 3, a.size);
    CHECK(memcmp(x, y, 8) == 0, "%zu", a.size);
}

static void test_pair(struct bytes a, struct bytes b) {
    CHECK(rt_memmem(a.at, a.size, b.at, b.size) == memmem(a.at, a.size, b.at, b.size), "%zu %zu", a.size, b.size);
    size_t size = a.size < b.size ? a.size : b.size;
    CHECK(same_order(rt_memcmp(a.at, b.at, size), memcmp(a.at, b.at, size)), "%zu", size);
    CHECK(!rt_bcmp(a.at, b.at, size) == !bcmp(a.at, b.at, size), "%zu", size);
}

static void test_bits(void) {
    static const long long values[] = {0, 1, 2, 12, 0x80000000ll, 0x100000000ll, -1, 1ll << 63};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        CHECK(rt_ffs(values[i]) == ffs(values[i]), "%llx", values[i]);
        CHECK(rt_ffsl(values[i]) == ffsl(values[i]), "%llx", values[i]);
        CHECK(rt_ffsll(values[i]) == ffsll(values[i]), "%llx", values[i]);
    }
}

void test_memory(void) {
    make_all();
    for (size_t i = 0; i < COUNT; i++) {
        test_one(all[i]);
        for (size_t j = 0; j < COUNT; j++)
            test_pair(all[i], all[j]);
    }
    for (size_t i = 0; i < COUNT; i++)
        free(all[i].at);
    test_bits();
}
