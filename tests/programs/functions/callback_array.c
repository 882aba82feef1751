// A callback writes to the array that it is given, and to none of what is beside that.
//@ entry: sum
//@ paths: 3
struct frame {
    unsigned before;
    unsigned char data[4];
    unsigned after;
};

int sum(int (*fill)(unsigned char *into, int size)) {
    struct frame frame = {.before = 1, .after = 2};
    if (!fill)
        return -1;
    if (fill(frame.data, 4) < 0)
        return -2;
    if (frame.before != 1 || frame.after != 2)
        return -3;
    return frame.data[3] == 200;
}
