// The function says itself that it takes no NULL.
__attribute__((nonnull(1))) static int is_set(const int *value) {
    return value != 0;
}

int main(void) {
    int one = 1;
    int *none = 0;
    return is_set(&one) + is_set(none); //~ BUG null-argument
}
