// That a pointer is that of a global variable is asked for by comparing it: both sides are there, of what is constant, too.
//@ entry: which
//@ paths: 3
static int counter;
static const int none = -1;

int which(const int *p) {
    if (p == &counter)
        return 1;
    if (p == &none)
        return 2;
    return 0;
}
