// It isn't known that there is a second character.
//@ entry: second
//@ paths: 3
char second(const char *s) {
    return s[1];  //~ UNLESS null-dereference: `s` is not NULL //~ UNLESS out-of-bounds-read: `s` has at least 1 character
}
