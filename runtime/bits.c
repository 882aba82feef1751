// ffs of strings.h: the number of the lowest bit that is set, from 1.
#include "cp_runtime.h"

int ffs(int value) {
    return __builtin_ffs(value);
}

int ffsl(long value) {
    return __builtin_ffsl(value);
}

int ffsll(long long value) {
    return __builtin_ffsll(value);
}
