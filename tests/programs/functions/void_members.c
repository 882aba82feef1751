// All members are there, by whichever pointers to parts of the struct they are read.
//@ entry: sum
//@ complete: true
#include <stdbool.h>

struct part {
    bool is_set;
    void *data;
};

struct whole {
    int count;
    struct part parts[2];
};

int sum(void *data) {
    struct whole *whole = data;
    if (!whole || whole->count != 2)
        return 0;
    struct part *part = &whole->parts[1];
    bool *flag = &part->is_set;
    if (*flag && part->data)
        return whole->parts[0].is_set ? 3 : 2;
    return 1;
}
