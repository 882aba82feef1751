// Pointer chasing: follows a linked list whose nodes lie in a scattered order, each load waiting for the last.
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 4096, STRIDE = 1031 };

struct node {
    struct node *next;
    unsigned value;
};

// One ring through all nodes: an odd stride visits each index of a power of two once.
static void link_ring(struct node *nodes)
{
    unsigned at = 0;
    for (unsigned i = 0; i < NODES; i++) {
        unsigned next = (at + STRIDE) % NODES;
        nodes[at].next = &nodes[next];
        nodes[at].value = i * 2654435761u;
        at = next;
    }
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 700;
    struct node *nodes = malloc(NODES * sizeof *nodes);
    if (!nodes)
        return 1;
    link_ring(nodes);
    unsigned sum = 0;
    const struct node *node = nodes;
    for (int step = 0; step < rounds * NODES; step++) {
        sum = (sum ^ node->value) + 1;
        node = node->next;
    }
    printf("chase %u\n", sum);
    free(nodes);
    return 0;
}
