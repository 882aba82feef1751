// qsort and bsearch: the same result and the same calls of the comparison function.
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

// The keys that were compared, as a hash.
static unsigned long trace;

static int compare(const void *a, const void *b) {
    int x = *(const unsigned char *)a, y = *(const unsigned char *)b;
    trace = trace * 31 + x * 7 + y;
    return x - y;
}

static int compare_down(const void *a, const void *b, void *argument) {
    CHECK(argument == &trace, "the argument is passed on");
    return compare(b, a);
}

static void test_size(size_t count, size_t size) {
    unsigned char x[MOST * sizeof(struct element)], y[sizeof x], z[sizeof x];
    for (size_t i = 0; i < count * size; i++)
        x[i] = i % size == 0 ? pick(count) : i / size;
    memcpy(y, x, sizeof x);
    memcpy(z, x, sizeof x);
    trace = 0;
    rt_qsort(x, count, size, compare);
    unsigned long ours = trace;
    trace = 0;
    HOST(qsort)(y, count, size, compare);
    CHECK(memcmp(x, y, count * size) == 0, "%zu elements of %zu", count, size);
    CHECK(ours == trace, "comparisons of %zu elements of %zu", count, size);
    refuse_memory = 1;
    rt_qsort(z, count, size, compare);
    refuse_memory = 0;
    CHECK(memcmp(z, y, count * size) == 0, "%zu elements of %zu, without memory", count, size);
    for (int key = 0; key < (int)count; key++) {
        unsigned char wanted = key;
        CHECK(rt_bsearch(&wanted, x, count, size, compare) == bsearch(&wanted, x, count, size, compare), "%d", key);
    }
    rt_qsort_r(x, count, size, compare_down, &trace);
    HOST(qsort_r)(y, count, size, compare_down, &trace);
    CHECK(memcmp(x, y, count * size) == 0, "%zu elements of %zu, downwards", count, size);
}

void test_sort(void) {
    static const size_t sizes[] = {1, 2, 3, 4, 8, 12, 16, 32, 33, sizeof(struct element)};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t count = 0; count < MOST; count++)
            test_size(count, sizes[i]);
}
