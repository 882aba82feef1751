// A struct by value with a pointer in it.
//@ entry: length
//@ paths: 2
struct text {
    const char *start;
    int length;
};

int length(struct text text) { return text.start ? text.length : 0; }
