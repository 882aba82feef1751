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
}
