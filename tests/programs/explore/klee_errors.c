//@ paths: 6
//@ complete: true
// What KLEE has to end a run with. The last byte that is asked for isn't there.
#include <stddef.h>

void klee_make_symbolic(void *bytes, size_t size, const char *name);
void klee_assert(int condition);
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_check_memory_access(const void *bytes, size_t size);

int main(void) {
    char block[8] = "1234567";
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_check_memory_access(block, sizeof block);
    switch (x) {
    case 1:
        klee_abort(); //~ BUG abort
    case 2:
        klee_report_error(__FILE__, __LINE__, "two", "user.err"); //~ BUG assertion-failure
    case 3:
        klee_silent_exit(7);
    case 4:
        klee_check_memory_access(block + 4, 5); //~ BUG out-of-bounds-read
    }
    klee_assert(x != 77); //~ BUG assertion-failure
    return 3;
}
