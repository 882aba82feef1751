// A `void *` is written as what it is used as.
//@ has: struct item data = {
//@ has: int result = total(&data);
//@ has: int list_data = 7;
//@ has: struct list list = {.data = &list_data, .next = NULL};
//@ has: unsigned char data[] = {0, 9};
//@ has: int result = compare(&a, &b);
#include <stddef.h>

struct item {
    int price;
    int count;
};

int total(const void *data) {
    const struct item *item = data;
    if (!item)
        return -1;
    if (item->count > 3)
        return 7;
    return 0;
}

struct list {
    void *data;
    struct list *next;
};

int is_seven(const struct list *list) { return list && list->data && *(int *)list->data == 7; }

int is_nine(const void *data) { return data && ((const unsigned char *)data)[1] == 9; }

int compare(const void *a, const void *b) { return a && b && *(const int *)a < *(const int *)b; }
