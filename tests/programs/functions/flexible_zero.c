// An array of no elements at the end of a struct is one of no fixed length, too, but no C initialises it.
//@ entry: first
//@ paths: 1
//@ complete: false
//@ stopped: using what the input `packet` points to: it is a struct of no fixed size in `first`
struct packet {
    int size;
    char data[0];
};

int first(struct packet *packet) {
    if (!packet)
        return -1;
    return packet->size > 0 ? packet->data[0] : 0;
}
