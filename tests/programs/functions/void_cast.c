// What a `void *` is, the accesses through it say.
//@ entry: is_four
int is_four(const void *p) {
    if (!p)
        return 2;
    if (*(const int *)p == 4)
        return 1;
    return 0;
}
