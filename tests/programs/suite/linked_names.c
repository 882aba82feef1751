// What a test changes is a part of its name, also where C needs more than a name for it.
//@ has: TEST(clear_changes_list_next)
struct node {
    int value;
    struct node *next;
};

void clear(struct node *list) {
    if (list && list->next)
        list->next->value = 7;
}
