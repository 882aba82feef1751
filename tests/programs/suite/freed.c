// Arrays and strings that a function frees are heap blocks in its tests; what it writes into others is checked.
//@ has: ON_HEAP(
//@ has: char s_contents[] = "f";
//@ has: CHECK_TEXT(s, "A");
//@ has: TEST(upper_changes_s) {
//@ has: unsigned char bytes[] = {
//@ has: CHECK_EQUAL(bytes[1], 9);
#include <stdlib.h>

void drop(int *a) {
    if (a && a[0] == 4 && a[1] == 5)
        free(a);
}

void release(char *s) {
    if (s && s[0] == 'f')
        free(s);
}

void upper(char *s) {
    if (s && s[0] == 'a')
        s[0] = 'A';
}

void fill(unsigned char *bytes) {
    if (bytes && bytes[0] == 200)
        bytes[1] = 9;
}
