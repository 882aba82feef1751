// What the tests share: a check that names the case that failed, and random numbers that are the same each time.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

// How many checks failed, and how many there were.
extern int failures;
extern long checks;

// Fails with the message if the condition doesn't hold.
#define CHECK(condition, ...) \
    do { \
        checks++; \
        if (!(condition) && failures++ < 20) { \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            fprintf(stderr, __VA_ARGS__); \
            fputc('\n', stderr); \
        } \
    } while (0)

// Declares the runtime's version of a library function.
#define RT(name) extern __typeof__(name) rt_##name

// The C library's own version, for functions that the address sanitizer replaces with others that answer
// differently.
#define HOST(name) ((__typeof__(name) *)host_function(#name))
void *host_function(const char *name);

// The runtime's errno.
extern int rt___cp_errno;

// Do two comparisons agree? C promises the sign, and the host's library returns numbers of another size on another
// processor.
static inline int same_order(int x, int y) {
    return (x > 0) == (y > 0) && (x < 0) == (y < 0);
}

// A number below `limit`.
unsigned pick(unsigned limit);

// What `__cp_read_stdin` gives from now on. With `small_reads`, some of it at a time.
void set_stdin(const char *bytes, size_t size, int small_reads);

// From now on `__cp_read_stdin` reads file descriptor 0.
void set_stdin_file(void);

// While this is set, `__cp_malloc` gives nothing.
extern int refuse_memory;

// Checks that `function`, in a process of its own, ends it and has printed `printed`, the end included.
void check_end(void (*function)(void), const char *printed);

void test_ctype(void);
void test_exit(void);
void test_fortify(void);
void test_harness(void);
void test_malloc(void);
void test_memory(void);
void test_number(void);
void test_powi(void);
void test_random(void);
void test_scanf(void);
void test_sort(void);
void test_stdin(void);
void test_string(void);

#endif
