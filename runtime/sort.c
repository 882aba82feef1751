// qsort, qsort_r and bsearch.
//
// qsort is the merge sort of glibc before 2.37 in its very order of comparisons, so that there equal elements come out
// as they do natively, and a comparison function with effects has the same ones. C promises neither.
#include "cp_runtime.h"

typedef int compare_fn(const void *a, const void *b, void *argument);

struct sort {
    size_t size;
    compare_fn *compare;
    void *argument;
    // Room for as many elements as are sorted.
    char *spare;
};

static bool in_order(const struct sort *sort, const char *a, const char *b) {
    return sort->compare(a, b, sort->argument) <= 0;
}

// Merges the sorted runs of `left` and of `right` elements that begin at `base`.
static void merge(const struct sort *sort, char *base, size_t left, size_t right) {
    char *a = base, *b = base + left * sort->size;
    char *to = sort->spare;
    while (left > 0 && right > 0) {
        bool from_left = in_order(sort, a, b);
        char **from = from_left ? &a : &b;
        *(from_left ? &left : &right) -= 1;
        to = mempcpy(to, *from, sort->size);
        *from += sort->size;
    }
    // What is left of the right run is in its place already.
    to = mempcpy(to, a, left * sort->size);
    memcpy(base, sort->spare, to - sort->spare);
}

static void merge_sort(const struct sort *sort, char *base, size_t count) {
    if (count <= 1)
        return;
    size_t left = count / 2, right = count - left;
    merge_sort(sort, base, left);
    merge_sort(sort, base + left * sort->size, right);
    merge(sort, base, left, right);
}

static void swap(char *a, char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char saved = a[i];
        a[i] = b[i];
        b[i] = saved;
    }
}

// For when there is no memory to merge in.
static void insertion_sort(const struct sort *sort, char *base, size_t count) {
    for (size_t sorted = 1; sorted < count; sorted++)
        for (char *at = base + sorted * sort->size; at > base && !in_order(sort, at - sort->size, at);
             at -= sort->size)
            swap(at - sort->size, at, sort->size);
}

void qsort_r(void *base, size_t count, size_t size, compare_fn *compare, void *argument) {
    struct sort sort = {size, compare, argument, count > 1 ? __cp_malloc(count * size, 1) : NULL};
    if (sort.spare)
        merge_sort(&sort, base, count);
    else
        insertion_sort(&sort, base, count);
    __cp_free(sort.spare);
    // All elements are there, whichever of them are looked at: what the comparison makes of the others comes first, as natively.
    if (count && size)
        (void)*(const volatile char *)((char *)base + count * size - 1);
}

// qsort's comparison function is qsort_r's argument.
static int compare_two(const void *a, const void *b, void *compare) {
    return ((int (*)(const void *, const void *))compare)(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    qsort_r(base, count, size, compare_two, (void *)compare);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
