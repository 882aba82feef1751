// A table of a few hundred bytes is an input, whichever element is looked at. Paths: out of range, 7 or not.
//@ entry: is_seven
//@ paths: 3
static int table[100] = {1, 2, 3};

int is_seven(unsigned i) {
    if (i >= 100)
        return -1;
    return table[i] == 7 ? 1 : 0;
}
