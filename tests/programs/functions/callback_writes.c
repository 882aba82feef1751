// What a callback may write through its parameters is an input as well: where nothing is written yet it is, elsewhere it
// may be. Through a pointer to `const` nothing is.
//@ entry: ask
//@ paths: 5
int ask(int (*read)(int *into, const int *limit), int before) {
    int fresh, old = before, limit = 3;
    if (!read)
        return -1;
    if (!read(&fresh, &limit))
        return -2;
    if (fresh == 12)
        return -3;
    read(&old, &limit);
    if (old != before)
        return -4;
    return limit == 3 ? 0 : -5;
}
