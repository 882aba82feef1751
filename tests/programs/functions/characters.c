// Three parameters of the small types, one of them without a name.
//@ entry: hyphenated
//@ paths: 3
int hyphenated(char first, unsigned char, signed char last) {
    if (first != '-')
        return 0;
    if (last != '-')
        return 1;
    return 2;
}
