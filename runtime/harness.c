// What programs say to their tester: counterpoint.h, and the names of KLEE and SV-COMP for the same things. In a
// run without symbolic values an input is zero.
#include "cp_runtime.h"

#include "counterpoint.h"

void cp_symbolic(void *bytes, size_t size, const char *name) {
    __cp_make_symbolic(bytes, size, name);
}

void cp_assume(int condition) {
    if (!condition)
        __cp_assume_failed();
}

int cp_range(int low, int high, const char *name) {
    unsigned offset;
    cp_symbolic(&offset, sizeof offset, name);
    cp_assume(low < high && offset < (unsigned)high - low);
    return (int)(low + offset);
}

_Noreturn void cp_assert_failed(const char *text, const char *file, unsigned line, const char *function) {
    __cp_assert_fail(text, file, line, function);
}

// KLEE.

void klee_make_symbolic(void *bytes, size_t size, const char *name) {
    cp_symbolic(bytes, size, name);
}

void klee_assume(uintptr_t condition) {
    cp_assume(condition != 0);
}

int klee_range(int low, int high, const char *name) {
    return cp_range(low, high, name);
}

int klee_int(const char *name) {
    int value;
    cp_symbolic(&value, sizeof value, name);
    return value;
}

// Any number below `limit`.
uintptr_t klee_choose(uintptr_t limit) {
    uintptr_t value;
    cp_symbolic(&value, sizeof value, "klee_choose");
    cp_assume(value < limit);
    return value;
}

_Noreturn void klee_silent_exit(int status) {
    __cp_exit(status);
}

_Noreturn void klee_abort(void) {
    __cp_abort();
}

_Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)suffix;
    __cp_assert_fail(message, file, line, "klee_report_error");
}

// A macro in klee.h; programs without that header declare a function.
void klee_assert(int condition) {
    if (!condition)
        __cp_assert_fail("klee_assert", "", 0, "klee_assert");
}

// Reads all bytes, so that one which isn't there is found.
void klee_check_memory_access(const void *bytes, size_t size) {
    const volatile char *at = bytes;
    for (size_t i = 0; i < size; i++)
        (void)at[i];
}

int klee_get_errno(void) {
    return errno;
}

// A run has inputs that are numbers, as it has when a test is run, whatever else is explored from there: so nothing is
// symbolic, a value is what it is, and nothing is said to be a replay of KLEE's.

unsigned klee_is_symbolic(uintptr_t value) {
    (void)value;
    return 0;
}

unsigned klee_is_replay(void) {
    return 0;
}

#define GET_VALUE(name, type) \
    type klee_get_value##name(type value) { \
        return value; \
    }

GET_VALUE(f, float)
GET_VALUE(d, double)
GET_VALUE(l, long)
GET_VALUE(ll, long long)
GET_VALUE(_i32, int32_t)
GET_VALUE(_i64, int64_t)

// What is said to KLEE alone: wishes about its tests, how it is to search, what it prints. No result depends on it.

void klee_prefer_cex(void *object, uintptr_t condition) {
    (void)object, (void)condition;
}
ALIAS(klee_posix_prefer_cex, klee_prefer_cex);

void klee_mark_global(void *object) {
    (void)object;
}

void klee_set_forking(unsigned enable) {
    (void)enable;
}

void klee_open_merge(void) {}
ALIAS(klee_close_merge, klee_open_merge);
ALIAS(klee_merge, klee_open_merge);
ALIAS(klee_stack_trace, klee_open_merge);

void klee_warning(const char *message) {
    (void)message;
}
ALIAS(klee_warning_once, klee_warning);

void klee_print_expr(const char *message, ...) {
    (void)message;
}

void klee_print_range(const char *name, int value) {
    (void)name, (void)value;
}

// Not here, and so unsupported where they are called: klee_get_obj_size, klee_define_fixed_object and
// klee_alias_function. No native program can do what they do.

// SV-COMP.

void __VERIFIER_assume(int condition) {
    cp_assume(condition);
}

// Most programs define this themselves.
_Noreturn void reach_error(void) {
    __cp_assert_fail("reach_error()", "", 0, "reach_error");
}
ALIAS(__VERIFIER_error, reach_error);

// So is this.
void __VERIFIER_assert(int condition) {
    if (!condition)
        reach_error();
}

// There is one thread.
void __VERIFIER_atomic_begin(void) {}
ALIAS(__VERIFIER_atomic_end, __VERIFIER_atomic_begin);

void __VERIFIER_nondet_memory(void *bytes, size_t size) {
    cp_symbolic(bytes, size, "memory");
}

// A `bool` that is neither false nor true would be an error of ours.
bool __VERIFIER_nondet_bool(void) {
    unsigned char value;
    cp_symbolic(&value, sizeof value, "bool");
    return value & 1;
}

#define NONDET(name, type) \
    type __VERIFIER_nondet_##name(void) { \
        type value; \
        cp_symbolic(&value, sizeof value, #name); \
        return value; \
    }

NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, off64_t)
NONDET(sector_t, unsigned long)
NONDET(pthread_t, unsigned long)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(s8, int8_t)
NONDET(s16, int16_t)
NONDET(s32, int32_t)
NONDET(s64, int64_t)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
#endif
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(pchar, char *)
NONDET(charp, char *)
