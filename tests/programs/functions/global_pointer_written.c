// A global pointer may lead to a global variable that the function only writes.
//@ entry: writes
//@ paths: 3
int total;
int *target;

int writes(void) {
    *target = 1;  //~ UNLESS null-dereference: `target` is not NULL
    total = 2;
    return *target == 2;
}
