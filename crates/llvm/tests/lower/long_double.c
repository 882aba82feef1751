// Long double is not executed, but the functions around it are.
long double twice(long double x) { return x + x; }

int half(double d) {
    if (d < 1) return 0;
    return (int)twice(d / 4);
}
