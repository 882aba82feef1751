// A callback may return the pointer that it was given, to a variable of the program: that isn't explored, and said.
//@ entry: same
//@ complete: false
//@ stopped: `pick` never returns the pointer to an object of the program
int same(int *(*pick)(int *), int value) {
    return pick && pick(&value) == &value;
}
