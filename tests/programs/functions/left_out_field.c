// A struct by value with a pointer in it.
//@ entry: length
//@ error: its parameter `text` of type `struct text` holds pointers, which can't be made yet
struct text {
    const char *start;
    int length;
};

int length(struct text text) { return text.start ? text.length : 0; }
