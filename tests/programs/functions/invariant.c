// An invariant holds of every input of its type: parameters, what they point to, and members. What is no input of
// the type, a NULL pointer, is as it was. Paths: NULL or not for each, and both the same.
//@ entry: shares
//@ paths: 5
#include "counterpoint.h"
#include <stdbool.h>

struct group {
    int members;
};

struct pair {
    struct group first;
    struct group *second;
};

static bool is_valid(const struct group *group) {
    return group->members > 0;
}
cp_invariant(struct group, is_valid);

static struct group others;

int shares(struct pair pair, const struct group *third) {
    int sum = 100 / pair.first.members + 100 / others.members;
    if (pair.second)
        sum += 100 / pair.second->members;
    if (third)
        sum += 100 / third->members;
    return sum;
}
