// Pointers into the middle of objects, as people write them.
//@ has: int result = before(s, &s[1]);
//@ has: int result = first_changes(a, &a[1]);
//@ has: int result = second_changes(&pair, &pair.second);
//@ has: int result = total_changes(&total);
//@ has: int result = differ(&a, (unsigned int *)&a);
int before(const char *s, const char *end) {
    int count = 0;
    while (count < 3 && s + count != end)
        count++;
    return count;
}

int first_changes(int *a, int *b) {
    int before = a[1];
    *b = 7;
    return a[1] == before;
}

struct pair {
    int first, second;
};

int second_changes(struct pair *pair, int *out) {
    int before = pair->second;
    *out = 7;
    return pair->second == before;
}

static int total;

int total_changes(int *p) {
    total = 5;
    *p = 3;
    return total == 3;
}

int differ(int *a, unsigned *b) {
    *a = 1;
    *b = 2;
    return *a == 2;
}
