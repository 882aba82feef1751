/* A generated program as Counterpoint explores it: what is decided is returned. */
typedef unsigned char u8;
typedef unsigned int u32;
#ifndef NULL
#define NULL ((void *)0)
#endif

struct node {
    u8 elem;
    struct node *next, *other;
};
struct pair {
    u8 key;
    struct node *node;
};

#define DECIDE(condition) ((condition) ? (trace = 2 * trace + 1, 1) : (trace = 2 * trace, 0))
#define GET(pointer) (*(pointer))
