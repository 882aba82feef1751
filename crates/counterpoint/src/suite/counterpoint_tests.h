/* What the tests of a suite are written with; counterpoint_tests.c runs them.
   It is included behind the program under test, so it includes nothing itself and begins all its own names with
   `counterpoint_`; its comments and macros suit every dialect of C. */
#ifndef COUNTERPOINT_TESTS_H
#define COUNTERPOINT_TESTS_H

#undef TEST
#undef BUG
#undef CHECK
#undef CHECK_EQUAL
#undef CHECK_NAN
#undef CHECK_SAME
#undef CHECK_TEXT
#undef EXPECT_EXIT
#undef INPUT
#undef INPUT_BYTES
#undef ARGUMENTS
#undef STANDARD_INPUT
#undef FAIL_ALLOCATION
#undef STREAM
#undef RUN_MAIN
#undef ON_HEAP
#undef FILL

#ifndef NULL
#define NULL ((void *)0)
#endif
#ifndef NAN
#define NAN (__builtin_nanf(""))
#endif
#ifndef INFINITY
#define INFINITY (__builtin_inff())
#endif
#if !defined(true) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 202311L)
#define true 1
#define false 0
#endif

/* A test. Each runs in a process of its own. */
#define TEST(name) COUNTERPOINT_TEST(name, 0)

/* Inputs that lead to a bug: run in this process, so that it fails as the program would. */
#define BUG(name) COUNTERPOINT_TEST(name, 1)

/* Something that must hold. */
#define CHECK(condition) \
    ((condition) ? (void)0 : counterpoint_failed(__FILE__, __LINE__, #condition))

/* Two numbers that must be equal; the actual one first. */
#define CHECK_EQUAL(actual, expected) \
    ((actual) == (expected) ? (void)0 \
                            : counterpoint_unequal(__FILE__, __LINE__, #actual, #expected, \
                                                   COUNTERPOINT_KIND(actual), (long long)(actual), \
                                                   (double)(actual)))

/* A number that must be none. */
#define CHECK_NAN(actual) \
    (__builtin_isnan(actual) ? (void)0 \
                             : counterpoint_unequal(__FILE__, __LINE__, #actual, "NAN", 'f', 0, (double)(actual)))

/* Two pointers that must lead to the same place. */
#define CHECK_SAME(actual, expected) CHECK((const void *)(actual) == (const void *)(expected))

/* A string that must read so. */
#define CHECK_TEXT(actual, expected) \
    counterpoint_check_text(__FILE__, __LINE__, #actual, (const char *)(actual), expected)

/* What follows ends the process with that exit code. */
#define EXPECT_EXIT(code) counterpoint_expect_exit(code)

/* The next input that the program asks for. */
#define INPUT(name, type, value) counterpoint_input(name, sizeof(type), &(type){value})
#define INPUT_BYTES(name, bytes) counterpoint_input(name, sizeof(bytes) - 1, bytes)

/* The command line, without the program's name, and standard input; both are empty where nothing is said. */
#define ARGUMENTS(...) counterpoint_arguments((const char *const[]){__VA_ARGS__, NULL})
#define STANDARD_INPUT(bytes) counterpoint_standard_input(bytes, sizeof(bytes) - 1)

/* From here on, that allocation of the program fails: malloc and the like return NULL. The first one is 1. */
#define FAIL_ALLOCATION(number) counterpoint_fail_allocation(number)

/* Runs the program's own `main`, and ends as it does. */
#define RUN_MAIN() counterpoint_run_main()

/* A copy of an array that the program may free. */
#define ON_HEAP(array) counterpoint_on_heap(array, sizeof(array))

/* A stream from which these bytes can be read, and to which others can be written. */
#define STREAM(bytes) counterpoint_stream(bytes, sizeof(bytes) - 1)

/* Writes bytes over an object. */
#define FILL(object, bytes) counterpoint_fill(&(object), bytes, sizeof(bytes) - 1)

struct counterpoint_test {
    const char *name;
    void (*run)(void);
    int is_bug;
    struct counterpoint_test *next;
};

#define COUNTERPOINT_TEST(name, is_bug) \
    static void counterpoint_run_##name(void); \
    static struct counterpoint_test counterpoint_test_##name = {#name, counterpoint_run_##name, is_bug, NULL}; \
    __attribute__((constructor)) static void counterpoint_add_##name(void) { \
        counterpoint_add(&counterpoint_test_##name); \
    } \
    static void counterpoint_run_##name(void)

/* Floating-point, unsigned or signed? A half is nothing in a whole number, and less than nothing a lot in one
   without a sign. */
#define COUNTERPOINT_KIND(value) \
    ((__typeof__((value) + 0))0.5 != 0 ? 'f' : (__typeof__((value) + 0)) - 1 > 0 ? 'u' : 'd')

void counterpoint_add(struct counterpoint_test *test);
void counterpoint_failed(const char *file, int line, const char *condition);
void counterpoint_unequal(const char *file, int line, const char *actual, const char *expected, int kind,
                          long long number, double real);
void counterpoint_check_text(const char *file, int line, const char *text, const char *actual,
                             const char *expected);
void counterpoint_expect_exit(int code);
void counterpoint_input(const char *name, __SIZE_TYPE__ size, const void *bytes);
void counterpoint_arguments(const char *const *arguments);
void counterpoint_standard_input(const char *bytes, __SIZE_TYPE__ size);
void counterpoint_fail_allocation(unsigned long number);
void counterpoint_run_main(void) __attribute__((noreturn));
void *counterpoint_stream(const char *bytes, __SIZE_TYPE__ size);
void *counterpoint_on_heap(const void *bytes, __SIZE_TYPE__ size);
void counterpoint_fill(void *object, const char *bytes, __SIZE_TYPE__ size);

#endif
