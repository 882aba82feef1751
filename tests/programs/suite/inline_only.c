// What is only `inline` is defined by a suite, as the program is compiled without inlining.
//@ has: extern __typeof__(small) small;
//@ says: complete: yes
inline int small(int x) {
    return x < 10;
}

int f(int x) {
    if (small(x))
        return 1;
    return 2;
}
