// What comes behind something that can't be executed is there, and whether it is reached is unknown.
//@ why: unsupported: x86_fp80 (long double) arithmetic in `scale`, line 6
int scale(int x) {
    if (x < 10)
        return x;
    long double y = x;
    y = y * 1.5L;
    if (y > 20)
        return 1; //~ TARGET unknown
    return (int)y;
}
