// Floating-point parameters.
//@ entry: clamp
//@ paths: 3
double clamp(double x, float limit) {
    if (x > limit)
        return limit;
    if (x < -limit)
        return -limit;
    return x;
}
