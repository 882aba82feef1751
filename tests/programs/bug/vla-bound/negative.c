// A variable-length array has at least one element.
static int sum(int count) {
    int values[count]; //~ BUG vla-bound
    int sum = 0;
    for (int i = 0; i < count; i++) {
        values[i] = i;
        sum += values[i];
    }
    return sum;
}

int main(void) {
    return sum(3) + sum(-1);
}
