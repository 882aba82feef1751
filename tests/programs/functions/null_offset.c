// The native check of an offset to a null pointer comes before that of the access.
//@ entry: clear_second
//@ paths: 3
void clear_second(char *text) {
    char *second = text + 1;
    *second = 0; //~ UNLESS null-dereference: `text` is not NULL //~ UNLESS out-of-bounds-write: `text` has at least
}
