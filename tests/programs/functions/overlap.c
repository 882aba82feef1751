// One array may begin in the middle of the other: `to` at the second element of `from`, or the other way round.
//@ entry: copy
//@ max-length: 3
//@ paths: 11
void copy(int *to, int *from) {
    int first = from[0];   //~ UNLESS null-dereference: `from` is not NULL
    int second = from[1];  //~ UNLESS out-of-bounds-read: `from` has at least 2 elements
    to[0] = first;         //~ UNLESS null-dereference: `to` is not NULL
    to[1] = second;        //~ UNLESS out-of-bounds-write: `to` has at least 2 elements
}
