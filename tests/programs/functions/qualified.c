// const, volatile, restrict and typedefs around a type change nothing.
//@ entry: first
//@ paths: 3
typedef const int number;
typedef const number *numbers;

int first(const number limit, numbers restrict const a) {
    if (a[0] > limit)  //~ UNLESS null-dereference: `a` is not NULL
        return 1;
    return 0;
}
