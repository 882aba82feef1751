// A test that a sanitizer stops is not in the suite, though nothing is wrong without it.
//@ dropped: find
//@ says: second      5/5       2/2            -     -
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PAST 1
#endif
#endif
#ifndef PAST
#define PAST 0
#endif

int find(int c) {
    volatile char pair[2] = {1, (char)c};
    return pair[1 + PAST] == 'b';
}

int second(int x) {
    if (x == 2)
        return 1;
    return 0;
}
