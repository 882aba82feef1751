// An array of every length that the function asks for; shorter ones are the caller's mistake.
//@ entry: sum
//@ paths: 7
int sum(const unsigned *a, unsigned n) {
    if (n > 3)
        return -1;
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += a[i];  //~ UNLESS null-dereference: `a` is not NULL //~ UNLESS out-of-bounds-read: `n <= length of a`
    return (int)(sum & 1);
}
