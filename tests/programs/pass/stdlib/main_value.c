//@ exit: 255
// A negative value returned from main is an exit code modulo 256.
int main(void) { return -1; }
