// Globals initialised with addresses of other globals, into their middle and before their end.
#include <stdio.h>

static int numbers[] = {10, 20, 30, 40, 50};
static int *third = &numbers[2];
static int *past = numbers + 5;
static int *before_last = &numbers[5] - 2;
static const char *suffix = &"prefix-suffix"[7];
static struct node {
    const char *name;
    struct node *next, *previous;
} ring[] = {{"a", &ring[1], &ring[2]}, {"b", &ring[2], &ring[0]}, {"c", &ring[0], &ring[1]}};
static void *self = &self;
static struct {
    char pad[3];
    int inside[4];
} holder = {.inside = {1, 2, 3, 4}};
static int *member = &holder.inside[3];
static long distance = sizeof(holder) - sizeof(int);

int main(void) {
    printf("%d %d %d %s\n", *third, past[-1], *before_last, suffix);
    third[-1]++;
    printf("%d %d %ld\n", numbers[1], *member, distance);
    struct node *node = ring;
    for (int i = 0; i < 5; i++, node = i % 2 ? node->next : node->next->next)
        printf("%s", node->name);
    printf("\n%d\n", self == (void *)&self);
    return 0;
}
