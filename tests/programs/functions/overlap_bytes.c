// An `unsigned char *` may lead to the bytes of anything, which isn't explored, and is said.
//@ entry: keeps
//@ complete: false
//@ stopped: `byte` never points to some of what `number` has
int keeps(int *number, unsigned char *byte) {
    *number = 1;  //~ UNLESS null-dereference: `number` is not NULL
    *byte = 2;    //~ UNLESS null-dereference: `byte` is not NULL
    return *number == 1;
}
