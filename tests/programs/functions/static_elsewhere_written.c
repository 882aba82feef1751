// A pointer may lead to a static variable of another file, which is only written here. That isn't explored, and said.
//@ entry: writes
//@ files: static_elsewhere_written/last.i
//@ complete: false
//@ stopped: the global `last` is static in another file
void put(int value);

int writes(int *p) {
    *p = 2;  //~ UNLESS null-dereference: `p` is not NULL
    put(4);
    return *p == 4;
}
