// Behind the end of a string there may be another one, in one array: that isn't explored, and said.
//@ entry: follows
//@ complete: false
//@ stopped: `t` never points to some of what `s` has
int follows(const char *s, const char *t) {
    while (*s) //~ UNLESS null-dereference: `s` is not NULL
        s++;
    return s + 1 == t;
}
