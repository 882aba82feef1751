// A global of some kilobytes is an input; the file of the tests includes the program, so a test can set it.
//@ entry: get
//@ paths: 3
static long table[2000];

int get(void) {
    if (table[1999] == 77)
        return table[0] > table[1000] ? 1 : 2;
    return 0;
}
