// memcpy of more bytes than the source has.
#include <stdio.h>
#include <string.h>

struct packet {
    unsigned char length;
    char data[32];
};

int main(void) {
    char wire[6] = {9, 'h', 'e', 'l', 'l', 'o'};
    struct packet packet;
    packet.length = (unsigned char)wire[0];
    memcpy(packet.data, wire + 1, packet.length); //~ BUG out-of-bounds-read
    printf("%c\n", packet.data[0]);
    return 0;
}
