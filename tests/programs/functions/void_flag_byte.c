// What is a `_Bool` in one struct is any byte in another one.
//@ entry: is_five
//@ complete: false
//@ stopped: using what the input `data` points to: it is used as two different types in `is_five`
#include <stdbool.h>

struct option {
    bool is_set;
    int value;
};

struct event {
    unsigned char kind;
    int value;
};

int is_five(void *data) {
    if (!data)
        return 0;
    if (((struct option *)data)->value == 1 && ((struct event *)data)->kind == 5)
        return 42;
    return 1;
}
