// A union is its bytes.
//@ entry: is_negative_zero
//@ paths: 2
union number {
    double value;
    unsigned long long bits;
};

int is_negative_zero(union number number) {
    if (number.bits == 1ull << 63)
        return 1;
    return 0;
}
