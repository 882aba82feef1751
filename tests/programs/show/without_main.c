// No `main`: the function that is asked for is where it starts.
//@ options: --function classify
static int limit = 10;

int classify(int x, unsigned char mode) {
    if (mode > 2)
        return -1;
    if (x < limit)
        return mode;
    limit = x;
    return 100 + mode;
}

int other(int x) {
    return classify(x, 1);
}
