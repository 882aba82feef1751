// A function that looks at two characters has all its strings explored.
//@ entry: starts_with_ab
//@ paths: 4
int starts_with_ab(const char *s) {
    if (s[0] != 'a')  //~ UNLESS null-dereference: `s` is not NULL
        return 0;
    if (s[1] != 'b')
        return 1;
    return 2;
}
