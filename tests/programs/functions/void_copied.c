// Copied as bytes, what was a pointer in one struct may be a number in another one.
//@ entry: is_five
//@ complete: false
//@ stopped: using what the input `data` points to: it is used as a type with pointers, and copied as bytes in `is_five`
#include <string.h>

struct text {
    int tag;
    char *words;
};

struct number {
    int tag;
    long value;
};

int is_five(void *data) {
    struct number number;
    if (!data)
        return 0;
    if (((struct text *)data)->tag == 1)
        return 2;
    memcpy(&number, data, sizeof number);
    if (number.value == 5)
        return 42;
    return 1;
}
