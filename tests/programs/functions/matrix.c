// Rows of a matrix.
//@ entry: diagonal
//@ paths: 5
int diagonal(int (*m)[2]) {
    if (m[0][0] == 1) {  //~ UNLESS null-dereference: `m` is not NULL
        if (m[1][1] == 1)  //~ UNLESS out-of-bounds-read: `m` has at least 2 elements
            return 1;
    }
    return 0;
}
