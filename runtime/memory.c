// The mem* half of string.h.
//
// Copying and filling become LLVM's intrinsics, which the machine executes as one instruction. Searching and
// comparing go byte by byte: a path through them then says which byte mattered, and nothing else.
#include "cp_runtime.h"

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size) {
    return __builtin_memset(to, byte, size);
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
    return (char *)memcpy(to, from, size) + size;
}
ALIAS(__mempcpy, mempcpy);

void *memccpy(void *restrict to, const void *restrict from, int last, size_t size) {
    const char *end = memchr(from, last, size);
    if (end)
        return mempcpy(to, from, end + 1 - (const char *)from);
    memcpy(to, from, size);
    return NULL;
}

int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    if (size) {
        // Both objects have all of it, however soon they differ.
        (void)*(const volatile unsigned char *)(x + size - 1);
        (void)*(const volatile unsigned char *)(y + size - 1);
    }
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

void *memchr(const void *bytes, int byte, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] == (unsigned char)byte)
            return (void *)(at + i);
    return NULL;
}

void *memrchr(const void *bytes, int byte, size_t size) {
    const unsigned char *at = bytes;
    while (size-- > 0)
        if (at[size] == (unsigned char)byte)
            return (void *)(at + size);
    return NULL;
}

void *rawmemchr(const void *bytes, int byte) {
    const unsigned char *at = bytes;
    while (*at != (unsigned char)byte)
        at++;
    return (void *)at;
}
ALIAS(__rawmemchr, rawmemchr);

void *memmem(const void *haystack, size_t size, const void *needle, size_t needle_size) {
    const char *at = haystack;
    for (; size >= needle_size; at++, size--)
        if (memcmp(at, needle, needle_size) == 0)
            return (void *)at;
    return NULL;
}

// The BSD names of strings.h.

int bcmp(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size);
}

void bcopy(const void *from, void *to, size_t size) {
    memmove(to, from, size);
}

void bzero(void *to, size_t size) {
    memset(to, 0, size);
}
ALIAS(explicit_bzero, bzero);
