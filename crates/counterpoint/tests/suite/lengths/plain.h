/* A generated program as Counterpoint explores it: what is decided is returned. */
typedef unsigned char u8;
typedef unsigned int u32;
typedef __SIZE_TYPE__ size;

#define DECIDE(condition) ((condition) ? (trace = 2 * trace + 1, 1) : (trace = 2 * trace, 0))
#define AT(index) a[index]
#define GET(pointer) (*(pointer))
