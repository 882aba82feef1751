// A sanitizer's own choice about `v[k]` is no branch of the source; and what compares with zero stands at the `while`.
//@ says: count     12/13      9/10            1     -
//@ says: complete: yes
int count(const int *v, long k) {
    int n = 0;
    if (!v || k != 1)
        return -1;
    while (v[k]) {
        k++;
        if (n++ > 4)
            break;
        if (n == 2)
            return n;
    }
    return n;
}
