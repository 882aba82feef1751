// How long an array must be shows where a loop goes through it up to a number; that is the demand, and it is said once.
//@ says: `total` needs `vector->count <= length of vector->items`
//@ says: `clear` needs `n <= length of at`
//@ says: `is_sorted` needs `n <= length of a`
//@ says: `same` needs `min(n, m) <= length of a`
//@ says: `fill` needs `n <= length of buf`
//@ says: `kind` needs `a` of at least 2 elements
//@ says: bugs: 0 confirmed, 0 unconfirmed; 6 functions have demands on callers
#include <stdbool.h>
#include <stddef.h>

struct vector {
    int *items;
    size_t count;
};

unsigned total(const struct vector *vector) {
    if (!vector || !vector->items)
        return 0;
    unsigned total = 0;
    for (size_t i = 0; i < vector->count; i++)
        total += (unsigned)vector->items[i];
    return total;
}

// Counting down, with the pointer going up.
void clear(short *at, unsigned n) {
    while (at && n-- > 0)
        *at++ = 0;
}

// Neighbours: the loop ends one before the number.
bool is_sorted(const int *a, size_t n) {
    for (size_t i = 0; a && i + 1 < n; i++)
        if (a[i] > a[i + 1])
            return false;
    return true;
}

// Up to the lesser of two numbers.
int same(const unsigned *a, unsigned n, unsigned m) {
    int same = 0;
    for (unsigned i = 0; a && i < n && i < m; i++)
        same += a[i] == 7;
    return same;
}

// A char * that is written is no string that ends where it did before.
void fill(char *buf, int n) {
    for (int i = 0; buf && i < n; i++)
        buf[i] = 'x';
}

// A number that is compared with a constant counts nothing.
int kind(const int *a, int mode) {
    if (!a || mode < 2)
        return -1;
    return a[1] & 3;
}
