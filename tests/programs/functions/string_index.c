// An index into a string that depends on another input.
//@ entry: nth
//@ paths: 5
//@ max-length: 2
char nth(const char *s, unsigned n) {
    if (!s || !s[0] || n > 1)
        return 0;
    return s[n];
}
