// A floating-point number that no int holds.
static int rounded(double x) {
    return (int)(x + 0.5); //~ BUG float-cast-overflow
}

int main(void) {
    return rounded(2147483646.0) + rounded(2147483648.0) != 0;
}
