// The record isn't where a record may be.
struct record {
    long key;
    char kind;
};

static char kind(const void *at) {
    const struct record *record = at;
    return record->kind; //~ BUG misaligned-access
}

int main(void) {
    _Alignas(8) static char buffer[32];
    return kind(buffer) + kind(buffer + 4);
}
