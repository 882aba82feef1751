#ifndef SHAPES_H
#define SHAPES_H
#define LIMIT 10
#define UNUSED 1
#define SCALE(x) ((x) * 2)
struct point { int x; int y; };
struct other { char tag; };
enum colour { RED, GREEN, BLUE };
int clamp(int value);
static inline int half(int n) { return n / 2; }
#endif
