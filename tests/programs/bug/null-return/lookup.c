// The function promises never to return NULL.
static int table[3] = {10, 20, 30};

__attribute__((returns_nonnull)) static int *look(int key) {
    for (int i = 0; i < 3; i++) {
        if (table[i] == key) {
            return &table[i];
        }
    }
    return 0;
} //~ BUG null-return

int main(void) {
    return look(20) == look(25);
}
