// Where nothing is written and no addresses are compared, it makes no difference whether objects overlap.
//@ entry: sum
//@ paths: 4
int sum(int *a, int *b) {
    unsigned x = a[0];  //~ UNLESS null-dereference: `a` is not NULL
    unsigned y = b[0];  //~ UNLESS null-dereference: `b` is not NULL
    return x + y == 3;
}
