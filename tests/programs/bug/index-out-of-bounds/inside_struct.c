// The element behind an array is another member: no other object is touched.
struct packet {
    unsigned char header[4];
    unsigned char body[8];
};

static int byte_at(const struct packet *packet, int i) {
    return packet->header[i]; //~ BUG index-out-of-bounds
}

int main(void) {
    struct packet packet = {{1, 2, 3, 4}, {5}};
    return byte_at(&packet, 3) + byte_at(&packet, 4);
}
