// Not a number is no integer either.
static long ratio(double a, double b) {
    return (long)(a / b); //~ BUG float-cast-overflow
}

int main(void) {
    return ratio(4.0, 2.0) + ratio(0.0, 0.0) != 0;
}
