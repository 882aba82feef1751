// No pointer is computed from NULL.
static const char *skip(const char *text, int count) {
    return text + count; //~ BUG pointer-overflow
}

int main(void) {
    return skip("abc", 1) == skip(0, 1);
}
