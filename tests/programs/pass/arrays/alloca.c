// Stack memory of a computed size that lives until the function returns.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct link {
    struct link *next;
    int value;
};

static int chain(int count) {
    struct link *head = NULL;
    for (int i = 0; i < count; i++) {
        struct link *link = alloca(sizeof *link);
        link->value = i * i;
        link->next = head;
        head = link;
    }
    int sum = 0;
    for (; head; head = head->next)
        sum += head->value;
    return sum;
}

static void shout(const char *text) {
    size_t size = strlen(text) + 2;
    char *copy = alloca(size);
    snprintf(copy, size, "%s!", text);
    puts(copy);
}

int main(void) {
    printf("%d %d\n", chain(10), chain(0));
    shout("alloca");
    return 0;
}
