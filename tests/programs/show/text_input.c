// A string of unknown length: the function is inlined in its harness, whose tree is the function's.
//@ options: --entry blanks --max-length 2
int total;

int blanks(const char *s) {
    int count = 0;
    while (*s) {
        if (*s == ' ')
            count++;
        s++;
    }
    total = count;
    return count;
}
