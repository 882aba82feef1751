// What isn't known of a function pointer is what it points to: NULL is explored, and that it isn't, up to the call.
//@ entry: apply
//@ paths: 2
//@ complete: false
//@ stopped: using what the input `f` points to: it is a function in `apply`, line 9
int apply(int (*f)(int), int x) {
    if (x < 0)
        return 0;
    return f(x);  //~ UNLESS null-dereference: `f` is not NULL
}
