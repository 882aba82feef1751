// Errors that only a sanitizer's checks show: each is a decision like any other, found from symbolic input.
#include <stddef.h>
#include <string.h>

#include "counterpoint.h"

struct record {
    unsigned char key[4];
    int value;
};

static int shifted(signed char n) {
    return n << 24; //~ BUG shift-overflow
}

static int byte_at(const struct record *record, unsigned char i) {
    return record->key[i]; //~ BUG index-out-of-bounds
}

static int word_at(const unsigned char *bytes, unsigned char i) {
    return *(const int *)(bytes + (i & 7)); //~ BUG misaligned-access
}

static int is_before(const char *from, size_t length) {
    return from + length > from; //~ BUG pointer-overflow
}

static int is_set(unsigned char bits) {
    _Bool flag;
    memcpy(&flag, &bits, 1);
    return flag; //~ BUG invalid-value
}

static int magnitude(unsigned char n) {
    return __builtin_clz(n); //~ BUG invalid-builtin
}

int main(void) {
    static const unsigned char bytes[16];
    static const char text[4];
    struct record record = {{1, 2, 3, 4}, 5};
    unsigned char what, n;
    size_t length;
    cp_symbolic(&what, sizeof what, "what");
    cp_symbolic(&n, sizeof n, "n");
    cp_symbolic(&length, sizeof length, "length");
    switch (what) {
    case 0: return shifted((signed char)n) == 7;
    case 1: return byte_at(&record, n) == 0;
    case 2: return word_at(bytes, n);
    case 3: return is_before(text, length);
    case 4: return is_set(n);
    case 5: return magnitude(n) == 0;
    }
    return 0;
}
