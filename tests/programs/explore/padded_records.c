//@ paths: 3
//@ complete: true
// The padding of records is undefined after they were copied. An index still means one of the fields, not a path
// for each of them.
#include "counterpoint.h"

struct record {
    short id;
    long amount;
};

int main(void) {
    unsigned i;
    struct record records[5];
    cp_symbolic(&i, sizeof i, "i");
    for (int k = 0; k < 5; k++) {
        struct record record;
        record.id = k;
        record.amount = 100 * k;
        records[k] = record;
    }
    if (i >= 5)
        return 1;
    records[i].amount += 7;
    if (records[i].amount == 207)
        return 2;
    return 3;
}
