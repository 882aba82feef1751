// A `void *` that is kept may be the one that comes next, whatever it is used as.
//@ entry: keep
static void *kept;

int keep(void *data) {
    if (!data)
        return -1;
    if (kept == data)
        return 1;
    return *(int *)data == 4;
}
