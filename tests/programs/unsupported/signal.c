// A signal handler of the program's own.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;

static void handler(int number) { seen = number; }

int main(void) {
    signal(SIGUSR1, handler); //~ UNSUPPORTED signal
    raise(SIGUSR1);
    printf("%d\n", seen == SIGUSR1);
    return 0;
}
