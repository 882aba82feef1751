// A word that is looked at as a number, and then used as a pointer: that isn't explored, and said.
//@ entry: kind
//@ complete: false
//@ stopped: no member of a union is what another one is made of
struct node {
    int key;
};
union word {
    struct node *pointer;
    unsigned long bits;
};

int kind(union word word) {
    if (word.bits & 1)
        return 1;
    if (!word.pointer)
        return 2;
    return word.pointer->key == 7 ? 3 : 4;
}
