// What a function demands of its callers hides no bug of a caller on the same line.
//@ says: `sum` needs `values` non-NULL, and `count < length of values`
//@ says: bugs: 1 confirmed, 0 unconfirmed; 1 function has demands on callers
//@ says: main        4/4         -            -     -
static unsigned sum(const unsigned *values, unsigned char count) {
    unsigned sum = 0;
    for (int i = 0; i <= count; i++)
        sum += values[i];
    return sum;
}

int main(void) {
    unsigned week[7] = {1, 2, 3, 4, 5, 6, 7};
    return sum(week, 7) == 28;
}
