// Both pointers of a buffer are null at first; that they lead into one object is found all the same.
//@ entry: put
struct buffer {
    char *cursor, *end;
};

int put(struct buffer *buffer, char c) {
    if (buffer->cursor >= buffer->end) //~ UNLESS null-dereference: `buffer` is not NULL
        return -1;
    *buffer->cursor++ = c;
    return buffer->cursor == buffer->end;
}
