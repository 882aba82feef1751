// A struct that ends in an array is a static variable: its initialiser says how long the array is.
//@ has: static struct vector vector = {.count = 2u, .items = {0, 7}};
//@ has: static struct text text = {.length = 3, .data = "ab"};
//@ has: struct vector *vector = ON_HEAP_WITH(vector_contents, items, 2);
//@ has: CHECK_EQUAL(vector.items[1], 8);
//@ has: node.children[0] = &node;
#include <stdlib.h>

struct vector {
    size_t count;
    int items[];
};

int change(struct vector *vector) {
    if (!vector || vector->count != 2)
        return 0;
    if (vector->items[1] != 7)
        return 1;
    vector->items[1] = 8;
    return 2;
}

int release(struct vector *vector) {
    if (!vector || vector->count != 2)
        return 0;
    int result = vector->items[1] == 6;
    free(vector);
    return result;
}

struct text {
    int length;
    char data[];
};

int is_ab(const struct text *text) {
    return text && text->length == 3 && text->data[0] == 'a' && text->data[1] == 'b' && !text->data[2];
}

struct node {
    int key;
    struct node *children[];
};

int is_own_child(struct node *node) { return node && node->children[0] == node; }
