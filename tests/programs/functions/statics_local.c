// Several variables that are static in functions are said once.
//@ entry: count
//@ paths: 1
//@ complete: false
//@ stopped: what is static in a function keeps its initial value
static int next(void) {
    static int last = 3;
    return ++last;
}

int count(void) {
    static int calls;
    static int sum;
    sum += next();
    return ++calls == 2 ? sum : 0;
}
