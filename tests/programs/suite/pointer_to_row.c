// A pointer to an array may lead to where another one does.
//@ has: (int (*)[3])
//@ says: complete: yes
int f(int (*r)[3], int *p) {
    if (!p || !r)
        return -1;
    p[1] = 1;
    (*r)[0] = 2;
    if (p[1] == 2)
        return 1;
    return 0;
}
