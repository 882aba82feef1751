//@ entry: f
//@ paths: 4
// An enumeration of eight bytes is an `unsigned long`, so both pointers may lead to one object.
enum large { LARGE = 0x100000000L, FIVE = 5 };

int f(enum large *e, unsigned long *p) {
    if (!e || !p)
        return -1;
    *e = FIVE;
    *p = 7;
    if (*e == 7)
        return 1;
    return 0;
}
