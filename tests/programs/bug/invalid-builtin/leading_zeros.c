// Zero has no highest bit.
static int magnitude(unsigned n) {
    return 31 - __builtin_clz(n); //~ BUG invalid-builtin
}

int main(void) {
    return magnitude(16) + magnitude(0);
}
