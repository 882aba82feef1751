/* A generated program on objects that may overlap, as Counterpoint explores it: what is decided is returned. */
typedef unsigned short u16;
typedef short i16;
typedef unsigned int u32;
#ifndef NULL
#define NULL ((void *)0)
#endif

struct pair {
    u16 first, second;
};

#define DECIDE(condition) ((condition) ? (trace = 2 * trace + 1, 1) : (trace = 2 * trace, 0))
#define BEFORE(a, b) ((const char *)(a) < (const char *)(b))
#define APART(a, b) ((const char *)(b) - (const char *)(a))
#define AT(pointer, index) ((pointer)[index])
