// A type that is only declared: whether there is such a thing is all that this function asks.
//@ entry: is_set
//@ paths: 1
struct handle;

int is_set(struct handle *handle) { return handle != 0; }
