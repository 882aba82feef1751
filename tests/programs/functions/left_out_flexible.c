// A struct whose size nobody knows.
//@ entry: first
//@ error: its parameter `packet` of type `struct packet *` points to a struct of no fixed size
struct packet {
    int size;
    char data[];
};

int first(struct packet *packet) { return packet->size > 0 ? packet->data[0] : 0; }
