// How Counterpoint reads generated programs: the operations as they are, on inputs that stand for anything. Of the
// library there are only searches.
typedef unsigned char u8;
typedef int i32;
typedef unsigned u32;
typedef __UINTPTR_TYPE__ uptr;

void *memchr(const void *bytes, int byte, unsigned long size);
char *strchr(const char *text, int byte);
void __cp_make_symbolic(void *bytes, unsigned long size, const char *name);
_Noreturn void __cp_exit(int code);
_Noreturn void __cp_abort(void);
_Noreturn void __cp_assert_fail(const char *text, const char *file, unsigned line, const char *function);

#define INPUT(x) __cp_make_symbolic(&(x), sizeof(x), #x)
#define DECIDE(k, condition) (condition)
#define HIT(statement) statement
#define CHECK(condition) \
    ((condition) ? (void)0 : __cp_assert_fail(#condition, __FILE__, __LINE__, __func__))
#define ABORT() __cp_abort()
#define LEAVE(code) __cp_exit(code)
#define DIV(a, b) ((a) / (b))
#define READ(a, i) (a)[i]
#define WRITE(a, i) (a)[i]
#define OUTPUT(o) u32 o
#define USE(o) (o)
#define BYTE_AT(p) (*(p))
#define FIND_BYTE(b, c) (u8 *)memchr(b, (int)(c), 4)
#define FIND_CHARACTER(s, c) (u8 *)strchr((char *)(s), (int)(c))

#define ENTRY(n) \
    void p##n##_entry(void) { __cp_exit((int)(p##n##_program() & 63)); }
#define PROGRAMS(...)
