//@ paths: 4
//@ complete: true
// The vocabulary of KLEE. The range has no values but those from 3 to 5.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

void klee_make_symbolic(void *bytes, size_t size, const char *name);
void klee_assume(uintptr_t condition);
int klee_range(int low, int high, const char *name);

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x != 0);
    switch (klee_range(3, 6, "choice")) {
    case 3:
        return 1;
    case 4:
        return 2;
    case 5:
        assert(x != 77); //~ BUG assertion-failure
        return 3;
    }
    return 4;
}
