// Of a union, the member is written that the path went through; cycles lead through it, too.
//@ has: struct value value = {.kind = 1, .as = {.text = value_as_text}};
//@ has: struct value value = {.kind = 2, .as = {.inner = &value}};
//@ has: CHECK_EQUAL(value.as.number, 3);
#include <stddef.h>

struct value {
    int kind;
    union {
        long number;
        char *text;
        struct value *inner;
    } as;
};

int weigh(struct value *value) {
    if (!value)
        return -1;
    switch (value->kind) {
    case 0:
        return value->as.number == 77;
    case 1:
        return value->as.text && value->as.text[0] == 'x';
    case 2:
        return value->as.inner == value ? 5 : value->as.inner && value->as.inner->kind == 5;
    case 3:
        value->as.number = 3;
        return 8;
    }
    return 9;
}
