// An `int` may be accessed as an `unsigned`, but not as a `long`: C's rules about effective types are relied on.
//@ entry: differ
//@ paths: 6
int differ(int *a, unsigned *b, long *c) {
    *a = 1;       //~ UNLESS null-dereference: `a` is not NULL
    *b = 2;       //~ UNLESS null-dereference: `b` is not NULL
    *c = 3;       //~ UNLESS null-dereference: `c` is not NULL
    return *a == 2;
}
