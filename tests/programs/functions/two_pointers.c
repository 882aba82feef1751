// Two pointers of the same type may be the same.
//@ entry: swap
//@ paths: 4
void swap(int *a, int *b) {
    int old = *a;  //~ UNLESS null-dereference: `a` is not NULL
    *a = *b;       //~ UNLESS null-dereference: `b` is not NULL
    *b = old;
}
