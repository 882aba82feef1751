// A struct that ends in an array of no fixed length: how many elements there are is explored, none among them.
//@ entry: first
//@ paths: 4
struct packet {
    int size;
    char data[];
};

int first(struct packet *packet) {
    if (!packet)
        return -1;
    return packet->size > 0 ? packet->data[0] : 0;  //~ UNLESS out-of-bounds-read: `packet->data` has at least 1 element
}
