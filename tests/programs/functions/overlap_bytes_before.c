// The bytes may be those of something larger, in which the number is behind the first ones: that isn't explored, and said.
//@ entry: change
//@ complete: false
//@ stopped: `number` never points to some of what `bytes` has
int change(unsigned char *bytes, unsigned *number) {
    if (!bytes || !number)
        return 0;
    unsigned before = *number;
    bytes[4] = (unsigned char)(before + 1);  //~ UNLESS out-of-bounds-write: `bytes` has at least 5 elements
    if (*number != before)
        return 1;
    return 2;
}
