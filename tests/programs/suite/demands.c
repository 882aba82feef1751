// What a function demands of its callers is one line, however many lines show it, and how long an array must be may depend
// on another parameter.
//@ says: `parse` needs `text` and `tokens` non-NULL, `len <= strlen(text) + 1`, and `tokens` of at least 2 elements
//@ says: `copy` needs `to` and `from` non-NULL, `n <= length of to`, and `n <= length of from`
//@ says: `through` needs `n < length of values`
//@ says: `third` needs `text` non-NULL, and `text` of at least 2 characters
//@ says: bugs: 0 confirmed, 0 unconfirmed; 4 functions have demands on callers
#include <stddef.h>

int parse(const char *text, int len, int tokens[2]) {
    int n = 0;
    for (int i = 0; i < len; i++) {
        if (text[i] == ' ')
            n++;
        else if (text[i] == ';')
            break;
    }
    tokens[0] = n;
    tokens[1] = len;
    return n;
}

void copy(unsigned *restrict to, const unsigned *restrict from, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

unsigned through(const unsigned *values, unsigned char n) {
    unsigned sum = 0;
    if (values == NULL)
        return 0;
    for (int i = 0; i <= n; i++)
        sum += values[i];
    return sum & 1;
}

int third(const char *text) {
    return text[2] == 'x';
}

int asks(const char *text) {
    return text == NULL || text[0] == 'x';
}
