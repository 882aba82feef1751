// An invariant that the second call breaks.
#include <assert.h>

static int balance = 100;

static void withdraw(int amount) {
    balance -= amount;
    assert(balance >= 0); //~ BUG assertion-failure
}

int main(void) {
    withdraw(60);
    withdraw(60);
    return 0;
}
