// Volatile objects are read and written each time, in order.
#include <stdio.h>

static volatile int device;

static int poll(volatile int *port, int times) {
    int sum = 0;
    for (int i = 0; i < times; i++) {
        *port = i;
        sum += *port + *port;
    }
    return sum;
}

int main(void) {
    volatile unsigned char bytes[4] = {1, 2, 3, 4};
    bytes[2] += 250;
    device = 3;
    device += device;
    int before = device, polled = poll(&device, 5);
    printf("%d %d %d %d\n", before, polled, device, bytes[2]);
    const volatile int fixed = 9;
    printf("%d\n", fixed + fixed);
    return 0;
}
