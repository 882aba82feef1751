// qsort and bsearch: what C promises of the host's, and of ours also that equal elements keep their order.
#define _GNU_SOURCE
#include "check.h"

#include <stdlib.h>
#include <string.h>

RT(qsort);
RT(qsort_r);
RT(bsearch);

enum { MOST = 70 };

// Only `key` is compared, so that `number` shows the order of equal elements. `size` bytes of it are used.
struct element {
    unsigned char key, number;
    unsigned char rest[46];
};

static int compare(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static int passed_on;

static int compare_down(const void *a, const void *b, void *argument) {
    CHECK(argument == &passed_on, "the argument is passed on");
    return compare(b, a);
}

// Have both the same keys in the same order?
static int same_keys(const unsigned char *x, const unsigned char *y, size_t count, size_t size) {
    for (size_t i = 0; i < count; i++)
        if (x[i * size] != y[i * size])
            return 0;
    return 1;
}

// Do equal elements have the order of their numbers, which is the one that they had? Then each is there once, too.
static int is_stable(const unsigned char *x, size_t count, size_t size) {
    for (size_t i = 1; size > 1 && i < count; i++)
        if (x[i * size] == x[(i - 1) * size] && x[i * size + 1] <= x[(i - 1) * size + 1])
            return 0;
    return 1;
}

// Are all bytes of an element behind its key its number?
static int is_whole(const unsigned char *x, size_t count, size_t size) {
    for (size_t i = 0; i < count * size; i++)
        if (i % size > 1 && x[i] != x[i - 1])
            return 0;
    return 1;
}

static int is_sorted_like(const unsigned char *x, const unsigned char *host, size_t count, size_t size) {
    return same_keys(x, host, count, size) && is_stable(x, count, size) && is_whole(x, count, size);
}

static void test_size(size_t count, size_t size) {
    unsigned char x[MOST * sizeof(struct element)], y[sizeof x], z[sizeof x];
    for (size_t i = 0; i < count * size; i++)
        x[i] = i % size == 0 ? pick(count) : i / size;
    memcpy(y, x, sizeof x);
    memcpy(z, x, sizeof x);
    rt_qsort(x, count, size, compare);
    HOST(qsort)(y, count, size, compare);
    CHECK(is_sorted_like(x, y, count, size), "%zu elements of %zu", count, size);
    refuse_memory = 1;
    rt_qsort(z, count, size, compare);
    refuse_memory = 0;
    CHECK(memcmp(z, x, count * size) == 0, "%zu elements of %zu, without memory", count, size);
    for (int key = 0; key < (int)count; key++) {
        unsigned char wanted = key;
        // Of equal elements any may be found.
        unsigned char *ours = rt_bsearch(&wanted, x, count, size, compare);
        CHECK(!ours == !bsearch(&wanted, x, count, size, compare) && (!ours || *ours == wanted), "%d", key);
    }
    rt_qsort_r(z, count, size, compare_down, &passed_on);
    HOST(qsort_r)(y, count, size, compare_down, &passed_on);
    CHECK(is_sorted_like(z, y, count, size), "%zu elements of %zu, downwards", count, size);
}

void test_sort(void) {
    static const size_t sizes[] = {1, 2, 3, 4, 8, 12, 16, 32, 33, sizeof(struct element)};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t count = 0; count < MOST; count++)
            test_size(count, sizes[i]);
}
