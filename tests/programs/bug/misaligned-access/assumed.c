// The compiler was promised an alignment that isn't there.
static int first(const char *at) {
    const int *numbers = __builtin_assume_aligned(at, 8); //~ BUG misaligned-access
    return numbers != 0;
}

int main(void) {
    _Alignas(8) static char buffer[32];
    return first(buffer) + first(buffer + 4);
}
