// Two pointers of the same type might be the same: that isn't explored, and it is said.
//@ entry: swap
//@ paths: 3
//@ complete: false
//@ stopped: `a` and `b` are never aliases
void swap(int *a, int *b) {
    int old = *a;  //~ UNLESS null-dereference: `a` is not NULL
    *a = *b;       //~ UNLESS null-dereference: `b` is not NULL
    *b = old;
}
