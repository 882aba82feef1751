// A pointer to one number: NULL, or the number.
//@ entry: get
//@ paths: 3
int get(int *p) {
    if (*p == 42)  //~ UNLESS null-dereference: `p` is not NULL
        return 1;
    return 0;
}
