// A string that may be written has room behind its end, or needs more of it; a test has the room.
//@ entry: append
//@ max-length: 2
//@ complete: false
void append(char *s, char c) {
    if (!s)
        return;
    while (*s)
        s++;
    *s++ = c;
    *s = '\0';  //~ UNLESS out-of-bounds-write: `s` has at least
}
