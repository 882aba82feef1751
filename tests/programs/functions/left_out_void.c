// Nobody knows what a void * points to.
//@ entry: get
//@ error: its parameter `data` of type `const void *` may point to anything
int get(const void *data) { return *(const int *)data; }
