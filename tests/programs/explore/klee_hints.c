//@ paths: 2
//@ complete: true
// What is said to KLEE alone changes nothing.
#include <stddef.h>
#include <stdint.h>

void klee_make_symbolic(void *bytes, size_t size, const char *name);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_merge(void);
void klee_stack_trace(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_prefer_cex(&x, x > 5);
    klee_posix_prefer_cex(&x, x > 5);
    klee_mark_global(&x);
    klee_set_forking(0);
    klee_open_merge();
    int large = 0;
    if (x > 1000)
        large = 1;
    klee_close_merge();
    klee_merge();
    klee_set_forking(1);
    klee_stack_trace();
    klee_warning("a warning");
    klee_warning_once("another");
    klee_print_expr("x", x, large);
    klee_print_range("x", x);
    return large;
}
