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
#undef CHECK_WRITTEN
#undef CHECK_FILE
#undef EXPECT_EXIT
#undef INPUT
#undef INPUT_BYTES
#undef ARGUMENTS
#undef STANDARD_INPUT
#undef FAIL_ALLOCATION
#undef STREAM
#undef FILE_CONTENTS
#undef APART
#undef RETURNS
#undef RETURNS_REAL
#undef VARIABLE
#undef NO_VARIABLE
#undef FILE_FAILS
#undef FILE_FULL
#undef FILE_MISSING
#undef RUN_MAIN
#undef ON_HEAP
#undef ON_HEAP_WITH
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

/* Tests give formats of their own to what takes one. */
#pragma GCC diagnostic ignored "-Wformat-security"

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

/* What must have been written to a stream of the test, be it closed or not, and to a file that the program has opened: 1 is
   the first. */
#define CHECK_WRITTEN(stream, bytes) \
    counterpoint_check_written(__FILE__, __LINE__, stream, 0, bytes, sizeof(bytes) - 1)
#define CHECK_FILE(number, bytes) \
    counterpoint_check_written(__FILE__, __LINE__, NULL, number, bytes, sizeof(bytes) - 1)

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

/* The next file that the program opens, whatever it is called, has these contents, or isn't there, or can't be opened
   because of that error (a number of errno), or has no room for what is written. Once there is no more to be said, files are what they are. */
#define FILE_CONTENTS(bytes) counterpoint_file(bytes, sizeof(bytes) - 1, 0)
#define FILE_MISSING() FILE_FAILS(2)
#define FILE_FAILS(error) counterpoint_file(NULL, 0, error)
#define FILE_FULL() counterpoint_file(NULL, 0, -1)

/* The next time the program calls that function of the system, it gives this: a number, or for what gives two, first one and
   then the other. Who the process is stays the same. Once there is no more to be said, the system is asked. */
#define RETURNS(function, value) counterpoint_returns(#function, value)
#define RETURNS_REAL(function, value) counterpoint_returns_real(#function, value)

/* An environment variable, and one that there isn't. */
#define VARIABLE(name, value) counterpoint_variable(name, value)
#define NO_VARIABLE(name) counterpoint_variable(name, NULL)

/* Runs the program's own `main`, and ends as it does. */
#define RUN_MAIN() counterpoint_run_main()

/* A variable that doesn't begin where another one of these happens to end, as it begins at a multiple of that many bytes. */
#define APART(bytes) __attribute__((__aligned__(bytes)))

/* A copy of an array that the program may free. */
#define ON_HEAP(array) counterpoint_on_heap(array, sizeof(array))

/* The same of a struct with so many elements in the array at its end. */
#define ON_HEAP_WITH(object, array, length) \
    counterpoint_on_heap(&(object), COUNTERPOINT_LARGER(sizeof(object), \
                                                        __builtin_offsetof(__typeof__(object), array) \
                                                            + (length) * sizeof(*(object).array)))
#define COUNTERPOINT_LARGER(a, b) ((a) > (b) ? (a) : (b))

/* A stream from which these bytes can be read, and to which others can be written. */
#define STREAM(bytes) counterpoint_stream(bytes, sizeof(bytes) - 1)

/* Writes bytes over an object. */
#define FILL(object, bytes) counterpoint_fill(&(object), bytes, sizeof(bytes) - 1)

/* Nothing here has a name that a macro of the program may have. */
struct counterpoint_test {
    const char *counterpoint_name;
    void (*counterpoint_run)(void);
    int counterpoint_is_bug;
    struct counterpoint_test *counterpoint_next;
};

#define COUNTERPOINT_TEST(name, is_bug) \
    static void counterpoint_run_##name(void); \
    static struct counterpoint_test counterpoint_test_##name = {#name, counterpoint_run_##name, is_bug, NULL}; \
    __attribute__((__constructor__)) static void counterpoint_add_##name(void) { \
        counterpoint_add(&counterpoint_test_##name); \
    } \
    static void counterpoint_run_##name(void)

/* Floating-point, unsigned or signed? A half is nothing in a whole number, and less than nothing a lot in one
   without a sign. */
#define COUNTERPOINT_KIND(value) \
    ((__typeof__((value) + 0))0.5 != 0 ? 'f' : (__typeof__((value) + 0)) - 1 > 0 ? 'u' : 'd')

void counterpoint_add(struct counterpoint_test *);
/* A file and a line of it first. */
void counterpoint_failed(const char *, int, const char *);
void counterpoint_unequal(const char *, int, const char *, const char *, int, long long, double);
void counterpoint_check_text(const char *, int, const char *, const char *, const char *);
void counterpoint_check_written(const char *, int, const void *, int, const char *, __SIZE_TYPE__);
void counterpoint_expect_exit(int);
void counterpoint_input(const char *, __SIZE_TYPE__, const void *);
void counterpoint_arguments(const char *const *);
void counterpoint_standard_input(const char *, __SIZE_TYPE__);
void counterpoint_fail_allocation(unsigned long);
void counterpoint_file(const char *, __SIZE_TYPE__, int);
void counterpoint_returns(const char *, long);
void counterpoint_returns_real(const char *, double);
void counterpoint_variable(const char *, const char *);
void counterpoint_run_main(void) __attribute__((__noreturn__));
void *counterpoint_stream(const char *, __SIZE_TYPE__);
void *counterpoint_on_heap(const void *, __SIZE_TYPE__);
void counterpoint_fill(void *, const char *, __SIZE_TYPE__);

#endif
