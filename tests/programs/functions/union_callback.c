// A function pointer in a union, in the middle of an array.
//@ entry: act
//@ max-length: 2
#include <stddef.h>

struct action {
    int is_call;
    union {
        int result;
        int (*call)(int);
    };
};

int act(const struct action *actions, unsigned which) {
    if (!actions || which > 1)
        return -1;
    const struct action *action = &actions[which];
    if (!action->is_call)  //~ UNLESS out-of-bounds-read: `actions` has at least 2 elements
        return action->result == 7;
    if (!action->call)
        return -2;
    return action->call(3) == 4;
}
