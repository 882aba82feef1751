// A struct that is passed in memory.
//@ entry: last
//@ paths: 2
struct record {
    long id;
    double weights[4];
    int flags;
};

int last(struct record record) {
    if (record.weights[3] > 2.5)
        return record.flags;
    return 0;
}
