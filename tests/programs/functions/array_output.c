// An array to write to.
//@ entry: squares
//@ paths: 6
void squares(int *out, int n) {
    if (n > 2)
        return;
    for (int i = 0; i < n; i++)
        out[i] = i * i;  //~ UNLESS null-dereference: `out` is not NULL //~ UNLESS out-of-bounds-write: `n <= length of out`
}
