// A function that asks, and then forgets, has an error: callers were told that NULL is fine.
//@ entry: get
//@ paths: 2
static int missing;

int get(const int *p) {
    if (p == 0)
        missing = 1;
    return *p;  //~ BUG null-dereference
}
