// A `long long` is no `long`, but which of them a `void *` leads to isn't known: that they may be the same is said.
//@ entry: both
//@ complete: false
//@ stopped: never points to some of what
int both(void *data, long long *number, long plain) {
    if (!data || !number)
        return 0;
    *(long long *)data = plain;
    *number = 2;
    if (*(long long *)data == 2)
        return 1;
    return 2;
}
