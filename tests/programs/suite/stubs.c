// Callbacks are small functions above the test that uses them, with what they return call by call; what leads to the
// test's objects is put beside them. A function of the program is passed by its name.
//@ has: static int count_if_returns_1_test(int arg1) {
//@ has: (void)arg1;
//@ has: switch (call++) {
//@ has: case 0:
//@ has: static struct item *
//@ has: return NULL;
//@ has: *arg2 = 1;
//@ has: /* The program calls `measure`, which is defined nowhere: each test says what it does. */
//@ has: in_place_of_measure =
//@ has: CHECK_SAME(on_error, set_on_error_changes_on_error_f);
int measure(int what, int *unit);

static int is_zero(int x) { return x == 0; }

int count_if(const int *two, int (*test)(int)) {
    if (!two || !test)
        return -1;
    return test(two[0]) && !test(two[1]) ? 1 : 0;
}

int count_zeros(const int *two) { return count_if(two, is_zero); }

struct item {
    int id;
    struct item *next;
};

int chain(struct item *(*first)(int), int which) {
    if (!first)
        return -1;
    struct item *item = first(which);
    return item && item->next && item->next->id == item->id ? 1 : 0;
}

int in_units(int what) {
    int unit;
    int value = measure(what, &unit);
    return unit > 0 ? value / unit : 0;
}

static void (*on_error)(int);

void set_on_error(void (*f)(int)) { on_error = f; }
