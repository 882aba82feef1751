// Bytes may be where a number at an odd offset is aligned, which isn't explored, and said.
//@ entry: third
//@ complete: false
//@ stopped: no input is at an address that is no multiple of 4
int third(const unsigned char *bytes) {
    if (!bytes)
        return 0;
    if (*(const int *)(bytes + 6) == 3)  //~ BUG misaligned-access
        return 1;
    return 2;
}
