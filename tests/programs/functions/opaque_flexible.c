// A struct whose size is unknown.
//@ entry: first
//@ paths: 1
//@ complete: false
//@ stopped: using what the input `packet` points to: it is a struct of no fixed size in `first`
struct packet {
    int size;
    char data[];
};

int first(struct packet *packet) {
    if (!packet)
        return -1;
    return packet->size > 0 ? packet->data[0] : 0;
}
