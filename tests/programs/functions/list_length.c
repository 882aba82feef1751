// A list is as long as the function goes, and may go around.
//@ entry: length
//@ paths: 4
//@ complete: false
//@ options: --heap-objects=3
//@ stopped: the limit of
struct node {
    struct node *next;
    int value;
};

int length(const struct node *list) {
    int count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}
