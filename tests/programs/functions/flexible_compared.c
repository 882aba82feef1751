// A comparison ends where two strings differ: what is behind that need not be there, and the array may have no final zero.
//@ entry: is_ab
#include <string.h>

struct word {
    int kind;
    char name[];
};

int is_ab(const struct word *word) {
    if (!word)
        return -1;
    return strcmp(word->name, "ab") == 0; //~ UNLESS out-of-bounds-read: `word->name` has at least 1 element
}
