// Pointers to pointers: the first word may be NULL, may be empty, and there may be none at all.
//@ entry: first
//@ paths: 4
char first(int count, char **words) {
    return count > 0 ? words[0][0] : 0;  //~ UNLESS null-dereference: `words
}
