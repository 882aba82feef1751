// `restrict` promises that two pointers are not aliases.
//@ entry: twice
//@ paths: 3
int twice(int *restrict a, int *restrict b) {
    *a = 1;         //~ UNLESS null-dereference: `a` is not NULL
    *b = 2;         //~ UNLESS null-dereference: `b` is not NULL
    return *a == 2;
}
