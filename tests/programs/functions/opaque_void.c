// A `void *` that is kept and compared is a token, until something is accessed through it.
//@ entry: keep
//@ paths: 4
static void *kept;

int keep(void *data, int look) {
    if (kept == data)
        return 0;
    kept = data;
    if (look)
        return *(int *)data;  //~ UNLESS null-dereference: `data` is not NULL
    return 1;
}
