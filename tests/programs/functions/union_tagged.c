// Which member of a union is there, what is done with it says: a number is no address, and an address no number.
//@ entry: weigh
//@ paths: 12
#include <stddef.h>

struct value {
    int kind;
    union {
        long number;
        double real;
        char *text;
        struct value *inner;
    } as;
};

int weigh(const struct value *value) {
    switch (value->kind) {  //~ UNLESS null-dereference: `value` is not NULL
    case 0:
        return value->as.number == 77;
    case 1:
        return value->as.number > 12;
    case 2:
        return value->as.real > 2.5;
    case 3:
        return value->as.text && value->as.text[0] == 'x';
    case 4:
        return value->as.inner && value->as.inner->kind == 5;
    }
    return 9;
}
