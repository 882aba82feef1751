//@ paths: 7
//@ complete: true
// Values from KLEE: any of a few, and what a value is. In a run nothing is symbolic, as when its test is run natively.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

uintptr_t klee_choose(uintptr_t limit);
int klee_int(const char *name);
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
int klee_get_errno(void);
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

int main(void) {
    int x = klee_int("x");
    if (klee_is_symbolic(x) || klee_is_replay())
        return 50;
    switch (klee_choose(5)) {
    case 0:
        return klee_get_value_i32(x) == 11 && klee_get_value_i64(x) == 11;
    case 1:
        return klee_get_valuel(x) + klee_get_valuell(x) == 44 ? 2 : 3;
    case 2:
        return klee_get_valuef(1.5f) + klee_get_valued(0.5) == 2 ? 4 : 5;
    case 3:
        errno = 0;
        strtol("99999999999999999999", NULL, 10);
        return klee_get_errno() == ERANGE ? 6 : 7;
    case 4:
        return 8;
    }
    return 9;
}
