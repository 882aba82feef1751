// HWM of the 2008 paper: an assertion fails if the string contains all of "Hello", "world", "at" and "Microsoft!".
// Four calls of `contains`, each with a call of `contains_at` per place: hundreds of millions of paths.
//
// The four words and the two functions are the paper's; ours are the 30 bytes (the words need 22), and that strings
// end with a zero. With -DNESTED each call is made only if the one before found its word.
#include "counterpoint.h"

#ifndef SIZE
#define SIZE 30
#endif

static int length(const char *s) {
    int n = 0;
    while (s[n])
        n++;
    return n;
}

static int contains_at(const char *s, int i, const char *t) {
    for (int j = 0; t[j]; j++) {
        if (s[i + j] != t[j])
            return 0;
    }
    return 1;
}

static int contains(const char *s, const char *t) {
    int n = length(s), m = length(t);
    for (int i = 0; i + m <= n; i++) {
        if (contains_at(s, i, t))
            return 1;
    }
    return 0;
}

int main(void) {
    char s[SIZE + 1];
    cp_symbolic(s, SIZE, "s");
    s[SIZE] = 0;
#ifdef NESTED
    cp_assert(!(contains(s, "Hello") && contains(s, "world") && contains(s, "at") && contains(s, "Microsoft!")));
#else
    int hello = contains(s, "Hello");
    int world = contains(s, "world");
    int at = contains(s, "at");
    int microsoft = contains(s, "Microsoft!");
    cp_assert(!(hello && world && at && microsoft));
#endif
    return 0;
}
