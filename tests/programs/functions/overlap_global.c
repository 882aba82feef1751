// A pointer may lead to a global variable, also one that the function only writes.
//@ entry: keeps
//@ paths: 3
static int last;

int keeps(int *p) {
    last = 3;
    return *p == 3;  //~ UNLESS null-dereference: `p` is not NULL
}
