// What is a `struct part` first can't be a `struct other` afterwards, which is said.
//@ entry: mix
//@ complete: false
//@ stopped: using what the input `data` points to: it is used as two different types in `mix`
struct part {
    int key;
};

struct other {
    double weight;
};

int mix(void *data) {
    if (!data)
        return 0;
    if (((struct part *)data)->key == 3) {
        if (((struct other *)data)->weight > 1)
            return 1;
        return 2;
    }
    return 3;
}
