// A list that goes around comes apart when it is reversed: there is an end to that, too.
//@ entry: reverse
//@ complete: false
//@ options: --heap-objects=3
//@ stopped: the limit of 3 objects of one type in a linked input
//@ paths: 10
struct node {
    int value;
    struct node *next;
};

struct node *reverse(struct node *list) {
    struct node *done = 0;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}
