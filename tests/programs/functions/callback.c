// A function pointer is NULL, the function of the program that fits and whose address is used, or any other: a stub,
// whose results are inputs, call by call. The function of another type is none of them, nor the one that is only called.
//@ entry: apply
//@ paths: 6
static int twice(int x) { return x < 1000 ? 2 * x : x; }
static long wide(long x) { return x; }
static int called(int x) { return x; }

int apply(int (*f)(int), int x) {
    if (x < 0)
        return 0;
    int first = f(x);  //~ UNLESS null-dereference: `f` is not NULL
    if (first == 77)
        return -1;
    return f(first == 5) > first;
}

long use(int x) {
    long (*other)(long) = wide;
    return apply(twice, x) + other(x) + called(x);
}
