// A type that is only declared.
//@ entry: is_set
//@ error: its parameter `handle` of type `struct handle *` points to a type that isn't defined
struct handle;

int is_set(struct handle *handle) { return handle != 0; }
