// A `void *` that is kept and compared is a token; what it points to is unknown.
//@ entry: keep
//@ paths: 3
//@ complete: false
//@ stopped: using what the input `data` points to: it is a `void *` in `keep`
static void *kept;

int keep(void *data, int look) {
    if (kept == data)
        return 0;
    kept = data;
    if (look)
        return *(int *)data;  //~ UNLESS null-dereference: `data` is not NULL
    return 1;
}
