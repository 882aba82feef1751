// A string of every length that is explored: 0, 1, 2 and 3 characters. Longer ones are named as the limit.
//@ entry: length
//@ paths: 5
//@ max-length: 3
//@ complete: false
//@ stopped: the limit of 3 elements of an input array or string
unsigned length(const char *s) {
    unsigned n = 0;
    while (s[n])  //~ UNLESS null-dereference: `s` is not NULL
        n++;
    return n;
}
