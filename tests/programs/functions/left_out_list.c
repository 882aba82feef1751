// Linked structures come later.
//@ entry: length
//@ error: its parameter `list` of type `const struct node *` points to what holds pointers, which can't be made yet
struct node {
    struct node *next;
    int value;
};

int length(const struct node *list) { return list ? 1 + length(list->next) : 0; }
