/* A generated program on callbacks, as Counterpoint explores it: what is decided is returned. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
#ifndef NULL
#define NULL ((void *)0)
#endif

typedef u8 unary(u8);
typedef u8 visitor(u16 *);

struct hooks {
    unary *get;
    visitor *visit;
};

#define DECIDE(condition) ((condition) ? (trace = 2 * trace + 1, 1) : (trace = 2 * trace, 0))
#define GET(pointer) (*(pointer))
#define CALL(function, argument) (function)(argument)
