int second(int x);

static int check(int x) {
    if (x * 3 == 2997)
        return 1;
    return 0;
}

int second(int x) {
    return check(x);
}
