// What a callee writes through a loaded pointer was looked at by the caller before, and is looked at again; another call in
// between reads it.
#include "counterpoint.h"

struct text {
    unsigned char *at;
    unsigned length;
};

static void normalise(struct text *text) {
    if (text->length > 1 && text->at[0] == '-')
        text->at[1] = '+';
}

static int is_plus(const struct text *text) {
    return text->length > 1 && text->at[1] == '+';
}

static int inspect(struct text *text) {
    unsigned char before = text->at[1];
    normalise(text);
    int now = is_plus(text);
    if (before != text->at[1])
        return 1;
    return now ? 2 : 3;
}

int main(void) {
    unsigned char s[3];
    unsigned n;
    cp_symbolic(s, sizeof s, "s");
    cp_symbolic(&n, sizeof n, "n");
    struct text text = {s, n & 3};
    int found = inspect(&text);
    if (found == 1 && s[0] != '-')
        return 1; // never
    if (found == 1)
        return 2;
    if (found == 2 && n % 4 == 0)
        return 3; // never
    return found == 2 ? 4 : 5;
}
