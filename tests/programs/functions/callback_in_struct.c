// Callbacks in a struct of handlers, each NULL or not; the characters that one reads are a string of its choice.
//@ entry: first_byte
//@ paths: 10
//@ complete: false
//@ stopped: strings to characters
struct source {
    int (*open)(const char *name);
    int (*read)(int handle, char *into, int size);
    void (*close)(int handle);
};

int first_byte(const struct source *source) {
    char buffer[4];
    if (!source || !source->open || !source->read)
        return -3;
    int handle = source->open("x");
    if (handle < 0)
        return -1;
    int count = source->read(handle, buffer, sizeof buffer);
    if (source->close)
        source->close(handle);
    return count <= 0 ? -2 : buffer[0] == 'x' && buffer[3] == 0;
}
