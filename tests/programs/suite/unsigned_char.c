// Where char has no sign, it has other numbers.
//@ cflags: -funsigned-char
//@ has: CHECK_EQUAL(result, 200);
//@ says: complete: yes
char f(int x) {
    if (x > 1000)
        return (char)200;
    return 'a';
}

int g(char *p) {
    if (!p)
        return 0;
    p[0] = (char)201;
    if (p[0] > 100)
        return 1;
    return 2;
}
