// A large global keeps its initial value.
//@ entry: get
//@ paths: 2
//@ complete: false
//@ stopped: the global `table` is large and keeps its initial value
static int table[100] = {1, 2, 3};

int get(unsigned i) {
    table[0]++;
    if (i >= 100)
        return -1;
    return table[i];
}
