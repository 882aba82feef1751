// The harness functions in a concrete run: inputs are zero, assumptions and assertions are checked.
#include "../counterpoint.h"
#include "check.h"

#include <limits.h>
#include <stdint.h>

RT(cp_symbolic);
RT(cp_range);
RT(cp_assume);
extern __typeof__(cp_assert_failed) rt_cp_assert_failed __attribute__((noreturn));
void rt_klee_make_symbolic(void *bytes, size_t size, const char *name);
void rt_klee_assume(uintptr_t condition);
int rt_klee_range(int low, int high, const char *name);
void rt_klee_silent_exit(int status);
void rt_klee_abort(void);
void rt_klee_assert(int condition);
void rt_klee_report_error(const char *file, int line, const char *message, const char *suffix);
uintptr_t rt_klee_choose(uintptr_t limit);
void rt_klee_check_memory_access(const void *bytes, size_t size);
int rt_klee_get_errno(void);
double rt_klee_get_valued(double value);
void rt___VERIFIER_assert(int condition);
void rt___VERIFIER_nondet_memory(void *bytes, size_t size);
_Bool rt___VERIFIER_nondet_bool(void);
void rt_reach_error(void);
void rt___VERIFIER_assume(int condition);
int rt___VERIFIER_nondet_int(void);
double rt___VERIFIER_nondet_double(void);

// What the header's macro calls, in a program that is linked with the runtime.
#define cp_assert_failed rt_cp_assert_failed

static void assume_false(void) {
    rt_cp_assume(0);
}

static void klee_assume_false(void) {
    rt_klee_assume(0);
}

static void verifier_assume_false(void) {
    rt___VERIFIER_assume(0);
}

static void empty_range(void) {
    rt_cp_range(5, 5, "none");
}

static void assert_false(void) {
    cp_assert(1 + 1 == 2);
#line 100 "x.c"
    cp_assert(1 + 1 == 3);
}

static void choose_nothing(void) {
    rt_klee_choose(0);
}

static void klee_assert_false(void) {
    rt_klee_assert(1);
    rt_klee_assert(0);
}

static void verifier_assert_false(void) {
    rt___VERIFIER_assert(1);
    rt___VERIFIER_assert(0);
}

static void report_error(void) {
    rt_klee_report_error("x.c", 5, "wrong", "user.err");
}

static void exit_silently(void) {
    rt_klee_silent_exit(2);
}

void test_harness(void) {
    int x = 5, y = 5;
    rt_cp_symbolic(&x, sizeof x, "x");
    rt_klee_make_symbolic(&y, sizeof y, "y");
    CHECK(x == 0 && y == 0, "%d %d", x, y);
    CHECK(rt_cp_range(-3, 9, "r") == -3 && rt_klee_range(INT_MIN, INT_MAX, "r") == INT_MIN, "ranges");
    CHECK(rt___VERIFIER_nondet_int() == 0 && rt___VERIFIER_nondet_double() == 0, "nondet");
    rt_cp_assume(1);
    rt_klee_assume(1);
    rt___VERIFIER_assume(1);
    check_end(assume_false, "assume");
    check_end(klee_assume_false, "assume");
    check_end(verifier_assume_false, "assume");
    check_end(empty_range, "assume");
    check_end(assert_false, "assert 1 + 1 == 3 x.c 100 assert_false");
    check_end(rt_reach_error, "assert reach_error()  0 reach_error");
    check_end(exit_silently, "exit 2");
    check_end(choose_nothing, "assume");
    check_end(klee_assert_false, "assert klee_assert  0 klee_assert");
    check_end(verifier_assert_false, "assert reach_error()  0 reach_error");
    check_end(report_error, "assert wrong x.c 5 klee_report_error");
    check_end(rt_klee_abort, "abort");
    char bytes[] = "abc";
    rt_klee_check_memory_access(bytes, sizeof bytes);
    rt___VERIFIER_nondet_memory(bytes, 2);
    CHECK(!bytes[0] && !bytes[1] && bytes[2] == 'c', "%s", bytes);
    rt___cp_errno = 5;
    CHECK(rt_klee_choose(1) == 0 && rt_klee_get_errno() == 5 && rt_klee_get_valued(0.5) == 0.5, "values");
    CHECK(!rt___VERIFIER_nondet_bool(), "nondet");
}
