// A callback may write to where a pointer leads that it finds where it was given one: that isn't explored, and said.
//@ entry: changed
//@ complete: false
//@ stopped: `get` never writes to where a pointer leads that it finds
int changed(void (*get)(int **)) {
    int value = 1, *p = &value;
    if (!get)
        return 0;
    get(&p);
    return p == &value && value == 2;
}
