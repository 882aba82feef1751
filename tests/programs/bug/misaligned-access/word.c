// A word in the middle of a buffer, wherever it happens to be.
static unsigned word(const unsigned char *bytes) {
    return *(const unsigned *)bytes; //~ BUG misaligned-access
}

int main(void) {
    _Alignas(8) unsigned char buffer[12] = {1, 2, 3, 4, 5};
    return word(buffer) + word(buffer + 1) != 0;
}
