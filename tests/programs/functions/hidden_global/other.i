int level = 2;

int other(int x) {
    if (level == 77)
        return 3;
    return x;
}
