// A variable that is static in a function keeps its initial value.
//@ entry: count
//@ paths: 2
//@ complete: false
//@ stopped: what is static in a function keeps its initial value
int count(int step) {
    static int calls;
    calls++;
    if (step == 0)
        return calls;
    return 0;
}
