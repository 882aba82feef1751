// The ways a program ends, and what happens before.
#define _GNU_SOURCE
#include "check.h"

#include <stdlib.h>
#include <unistd.h>

extern int rt_atexit(void (*function)(void));
extern int rt_at_quick_exit(void (*function)(void));
extern int rt___cxa_atexit(void (*function)(void *), void *argument, void *module);
RT(on_exit);
RT(exit);
RT(quick_exit);
RT(_exit);
RT(_Exit);
RT(abort);
extern _Noreturn void rt___assert_fail(const char *text, const char *file, unsigned line, const char *function);

static void print_a(void) {
    fputs("a ", stdout);
}

static void add_a(void) {
    fputs("b ", stdout);
    rt_atexit(print_a);
}

static void exit_again(void) {
    fputs("c ", stdout);
    rt_exit(4);
}

static void print_status(int status, void *argument) {
    printf("%d%s ", status, (char *)argument);
}

static void print_text(void *text) {
    fputs(text, stdout);
}

// The newest handler comes first, and what it adds comes next.
static void end_by_exit(void) {
    rt_at_quick_exit(exit_again);
    rt_atexit(print_a);
    rt_on_exit(print_status, "x");
    rt_atexit(add_a);
    rt___cxa_atexit(print_text, "d ", NULL);
    rt_exit(3);
}

static void end_twice(void) {
    rt_atexit(print_a);
    rt_atexit(exit_again);
    rt_exit(3);
}

static void end_quickly(void) {
    rt_atexit(exit_again);
    rt_at_quick_exit(print_a);
    rt_quick_exit(5);
}

static void end_at_once(void) {
    rt_atexit(exit_again);
    rt__exit(6);
}

static void end_at_once_too(void) {
    rt__Exit(7);
}

static void end_by_assertion(void) {
    rt___assert_fail("x > 0", "x.c", 9, "f");
}

void test_exit(void) {
    check_end(end_by_exit, "d b a 3x a exit 3");
    check_end(end_twice, "c a exit 4");
    check_end(end_quickly, "a exit 5");
    check_end(end_at_once, "exit 6");
    check_end(end_at_once_too, "exit 7");
    check_end(rt_abort, "abort");
    check_end(end_by_assertion, "assert x > 0 x.c 9 f");
}
