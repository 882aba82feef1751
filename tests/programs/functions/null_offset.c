// No pointer may be computed from NULL: that comes before the access.
//@ entry: clear_second
//@ paths: 3
void clear_second(char *text) {
    char *second = text + 1; //~ UNLESS pointer-overflow: `text` is not NULL
    *second = 0; //~ UNLESS out-of-bounds-write: `text` has at least
}
