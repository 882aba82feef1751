// A body for functions of several names.
static void NAME(int value) {
    cp_assert(value != LIMIT);
}
