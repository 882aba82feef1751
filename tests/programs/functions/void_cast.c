// What a `void *` leads to, the access through it says.
//@ entry: compare
//@ paths: 6
int compare(const void *a, const void *b) {
    int x = *(const int *)a;  //~ UNLESS null-dereference: `a` is not NULL
    int y = *(const int *)b;  //~ UNLESS null-dereference: `b` is not NULL
    if (x < y)
        return -1;
    if (x > y)
        return 1;
    return 0;
}
