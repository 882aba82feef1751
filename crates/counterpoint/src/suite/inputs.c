// Gives the program the inputs of a test, through the functions by which it asks for them: those of
// counterpoint.h, KLEE and SV-COMP. All are weak, as a program may bring its own.
#include "inputs.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEAK __attribute__((weak))

// The program is no longer the one that the test was written for.
static _Noreturn void diverged(const char *why, const char *name) {
    fprintf(stderr, "counterpoint: the test does not fit the program: %s (%s)\n", why, name);
    _Exit(79);
}

static void next_input(void *bytes, size_t size, const char *name) {
    static size_t next;
    if (!name)
        name = "";
    if (next == counterpoint_input_count)
        diverged("it asks for more inputs", name);
    if (counterpoint_inputs[next].size != size)
        diverged("it asks for an input of another size", name);
    memcpy(bytes, counterpoint_inputs[next].bytes, size);
    next++;
}

// counterpoint.h.

WEAK void cp_symbolic(void *bytes, size_t size, const char *name) {
    next_input(bytes, size, name);
}

WEAK void cp_assume(int condition) {
    if (!condition)
        diverged("an assumption does not hold", "cp_assume");
}

WEAK int cp_range(int low, int high, const char *name) {
    unsigned offset;
    next_input(&offset, sizeof offset, name);
    cp_assume(low < high && offset < (unsigned)high - (unsigned)low);
    return (int)((unsigned)low + offset);
}

WEAK _Noreturn void cp_assert_failed(const char *text, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s:%u: %s: assertion `%s' failed\n", file, line, function, text);
    abort();
}

// KLEE.

WEAK void klee_make_symbolic(void *bytes, size_t size, const char *name) {
    next_input(bytes, size, name);
}

WEAK void klee_assume(uintptr_t condition) {
    cp_assume(condition != 0);
}

WEAK int klee_range(int low, int high, const char *name) {
    return cp_range(low, high, name);
}

WEAK int klee_int(const char *name) {
    int value;
    next_input(&value, sizeof value, name);
    return value;
}

WEAK _Noreturn void klee_silent_exit(int status) {
    exit(status);
}

// SV-COMP.

WEAK void __VERIFIER_assume(int condition) {
    cp_assume(condition);
}

WEAK _Noreturn void reach_error(void) {
    fprintf(stderr, "reach_error() is called\n");
    abort();
}

WEAK _Noreturn void __VERIFIER_error(void) {
    reach_error();
}

#define NONDET(name, type) \
    WEAK type __VERIFIER_nondet_##name(void) { \
        type value; \
        next_input(&value, sizeof value, #name); \
        return value; \
    }

NONDET(bool, bool)
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, int64_t)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(pchar, char *)
