// Inputs for which the function that says what they satisfy is an error itself don't satisfy it: they are not NULL here.
//@ entry: twice
//@ options: --assume=is_small
//@ paths: 1
int is_small(const int *number) {
    return *number < 1000 && *number > -1000;
}

int twice(int *number) {
    *number *= 2; // No overflow.
    return *number;
}
