// The malloc family, on the machine's heap primitives. Every block is an object of its own, exactly as large as
// was asked for, so that the machine sees an access one byte past its end.
#include "cp_runtime.h"

// What glibc aligns to on both targets.
enum { ALIGN = 16, PAGE = 4096 };

static bool is_power_of_two(size_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

// Does the program's next allocation fail? Each of its own calls asks once, as the runner of the tests counts them.
static bool fails(void) {
    if (!__cp_allocation_fails())
        return false;
    errno = ENOMEM;
    return true;
}

// A block, or null with ENOMEM.
static void *allocate(size_t size, size_t align) {
    void *block = size > PTRDIFF_MAX ? NULL : __cp_malloc(size, align);
    if (!block)
        errno = ENOMEM;
    return block;
}

void *cp_malloc(size_t size) {
    return allocate(size, ALIGN);
}

void *malloc(size_t size) {
    return fails() ? NULL : cp_malloc(size);
}

void *calloc(size_t count, size_t size) {
    size_t total;
    if (fails())
        return NULL;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = cp_malloc(total);
    return block ? memset(block, 0, total) : NULL;
}

void free(void *block) {
    __cp_free(block);
}
ALIAS(cfree, free);

// Always moves: a pointer into the old block is dead afterwards, as it may be with any other library.
void *cp_realloc(void *block, size_t size) {
    if (!block)
        return cp_malloc(size);
    size_t old_size = __cp_heap_size(block, 1);
    if (size == 0) {
        free(block);
        return NULL;
    }
    void *moved = cp_malloc(size);
    if (!moved)
        return NULL;
    memcpy(moved, block, old_size < size ? old_size : size);
    __cp_resized(block, moved, size);
    free(block);
    return moved;
}

// To free a block is no allocation.
void *realloc(void *block, size_t size) {
    return (!block || size != 0) && fails() ? NULL : cp_realloc(block, size);
}

void *reallocarray(void *block, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, total);
}

// Like glibc, takes an alignment that is no power of two for the next one that is.
void *memalign(size_t align, size_t size) {
    if (align > SIZE_MAX / 2 + 1) {
        errno = EINVAL;
        return NULL;
    }
    size_t power = ALIGN;
    while (power < align)
        power *= 2;
    return allocate(size, power);
}

void *aligned_alloc(size_t align, size_t size) {
    return fails() ? NULL : memalign(align, size);
}

int posix_memalign(void **block, size_t align, size_t size) {
    if (__cp_allocation_fails())
        return ENOMEM;
    if (align % sizeof(void *) != 0 || !is_power_of_two(align))
        return EINVAL;
    int saved = errno;
    void *made = memalign(align, size);
    errno = saved;
    if (!made)
        return ENOMEM;
    *block = made;
    return 0;
}

void *valloc(size_t size) {
    return memalign(PAGE, size);
}

void *pvalloc(size_t size) {
    return size > SIZE_MAX - PAGE ? valloc(size) : valloc((size + PAGE - 1) / PAGE * PAGE);
}

size_t malloc_usable_size(void *block) {
    return block ? __cp_heap_size(block, 0) : 0;
}
