// A pointer may lead into a large variable that the function only writes. That isn't explored, and said.
//@ entry: writes
//@ complete: false
//@ stopped: has more than 64 KiB
int large[20000];

int writes(int *p) {
    large[7] = 3;
    return *p == 3;  //~ UNLESS null-dereference: `p` is not NULL
}
