// Writing a field of a null structure: the address is small but not zero.
#include <stddef.h>

struct record {
    long numbers[8];
    int count;
};

static void clear(struct record *record) {
    record->count = 0; //~ BUG null-dereference
}

int main(void) {
    clear(NULL);
    return 0;
}
