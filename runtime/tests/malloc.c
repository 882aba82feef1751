// The malloc family: what is in a block, how it is aligned, and how it fails.
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

RT(malloc);
RT(calloc);
RT(realloc);
RT(reallocarray);
RT(free);
RT(aligned_alloc);
RT(memalign);
RT(posix_memalign);
RT(valloc);
RT(malloc_usable_size);
RT(asprintf);

// Is `block` null, with ENOMEM?
static int is_refused(void *block) {
    int code = rt___cp_errno;
    rt___cp_errno = 0;
    return !block && code == ENOMEM;
}

static void test_refusals(void) {
    rt___cp_errno = 0;
    char *block = rt_malloc(1);
    CHECK(is_refused(rt_malloc(SIZE_MAX)), "larger than any object");
    CHECK(is_refused(rt_malloc(PTRDIFF_MAX)), "larger than memory");
    CHECK(is_refused(rt_calloc(SIZE_MAX / 2, 3)), "product too large");
    CHECK(is_refused(rt_realloc(block, SIZE_MAX)), "larger than any object");
    CHECK(is_refused(rt_reallocarray(block, SIZE_MAX / 2, 3)), "product too large");
    rt_free(block);
    rt_free(NULL);
}

static void test_contents(void) {
    char *zeros = rt_calloc(5, 3);
    for (int i = 0; i < 15; i++)
        CHECK(zeros[i] == 0, "byte %d", i);
    CHECK(rt_malloc_usable_size(zeros) == 15 && rt_malloc_usable_size(NULL) == 0, "sizes");
    memcpy(zeros, "0123456789abcd", 15);
    char *longer = rt_realloc(zeros, 100);
    CHECK(memcmp(longer, "0123456789abcd", 15) == 0, "kept");
    char *shorter = rt_reallocarray(longer, 2, 2);
    CHECK(memcmp(shorter, "0123", 4) == 0 && rt_malloc_usable_size(shorter) == 4, "kept");
    CHECK(rt_realloc(shorter, 0) == NULL, "freed");
    char *fresh = rt_realloc(NULL, 3);
    CHECK(fresh != NULL, "like malloc");
    rt_free(fresh);
}

static void test_alignment(void) {
    for (size_t align = 1; align <= 4096; align *= 2) {
        void *x = rt_aligned_alloc(align, 100), *y = rt_memalign(align, 1), *z = NULL;
        int code = rt_posix_memalign(&z, align, 10);
        CHECK((uintptr_t)x % align == 0 && (uintptr_t)y % align == 0, "%zu", align);
        CHECK(code == (align < sizeof z ? EINVAL : 0) && (uintptr_t)z % align == 0, "%zu", align);
        rt_free(x);
        rt_free(y);
        rt_free(z);
    }
    void *z;
    CHECK(rt_posix_memalign(&z, 24, 10) == EINVAL, "no power of two");
    rt___cp_errno = 0;
    CHECK(rt_posix_memalign(&z, 16, SIZE_MAX) == ENOMEM && rt___cp_errno == 0, "no memory, errno untouched");
    CHECK(rt_memalign(SIZE_MAX, 1) == NULL && rt___cp_errno == EINVAL, "no such alignment");
    void *page = rt_valloc(1);
    CHECK((uintptr_t)page % 4096 == 0, "a page");
    rt_free(page);
}

static void test_asprintf(void) {
    char *text;
    CHECK(rt_asprintf(&text, "%d-%s", 42, "x") == 4 && strcmp(text, "42-x") == 0, "printed");
    rt_free(text);
}

void test_malloc(void) {
    test_refusals();
    test_contents();
    test_alignment();
    test_asprintf();
}
