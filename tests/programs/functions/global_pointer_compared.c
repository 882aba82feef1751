// A global pointer that is only compared with a global's address may be that address, though it is NULL at first.
//@ entry: is_own
//@ paths: 2
struct pair {
    int first, second;
};
struct pair own;
void *chosen;

int is_own(void) {
    if (chosen == &own.second) {
        return 1;
    }
    return 0;
}
