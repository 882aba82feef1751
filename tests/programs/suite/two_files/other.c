static int sign(int n) {
    if (n < 0)
        return -2;
    return 2;
}

int other(int n) {
    return sign(n);
}
