// A union that is handed on by value, without a name, and with structs as members: copying it decides nothing.
//@ entry: measure
#include <stddef.h>

struct value {
    int kind;
    union {
        int number;
        struct {
            const char *text;
            unsigned length;
        } string;
        struct value *list;
    };
};

static int length(struct value value) {
    if (value.kind == 0)
        return value.number < 0 ? -1 : 1;
    if (value.kind == 1) {
        if (!value.string.text)
            return 2;
        return value.string.length > 3 ? 3 : value.string.text[0] == 'q' ? 4 : 5;
    }
    return value.list ? 6 : 7;
}

int measure(struct value value) {
    struct value copy = value;
    if (value.kind == 2 && value.list)
        copy = *value.list;
    return length(copy);
}
