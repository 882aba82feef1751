// A function that has seen the end of a string, and reads on, has an error.
//@ entry: after_dot
//@ paths: 4
//@ max-length: 1
//@ complete: false
int after_dot(const char *s) {
    if (!s)
        return 0;
    while (*s && *s != '.')
        s++;
    return s[1];  //~ BUG out-of-bounds-read
}
