//@ paths: 3
//@ complete: true
// Products of fields that an index chooses: with the bytes of all fields in one array the solver gave up.
#include "counterpoint.h"

struct record {
    char id;
    int price;
    long count;
};

static struct record records[3] = {{1, 10, 7}, {2, 2000000, 7}, {3, -30, 7}};

int main(void) {
    signed char x;
    unsigned char y;
    cp_symbolic(&x, sizeof x, "x");
    cp_symbolic(&y, sizeof y, "y");
    records[1].price = (int)(records[x & 1].price % 11) & 0xff;
    if (x < 7)
        return 1;
    volatile int total = (unsigned char)(y + records[1].price) * records[(unsigned)x % 3].price;
    (void)total;
    if (records[x & 1].count * x > 700)
        return 2;
    return 3;
}
