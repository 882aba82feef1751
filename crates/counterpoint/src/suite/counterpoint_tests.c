// Runs the tests of a suite, each in a process of its own, with a time limit.
//
//     test_x             runs all tests
//     test_x NAME...     runs these, and shows what they print, unless --quiet comes first
//     test_x --list      names them
//     bug_x              runs the inputs of a bug in this process, so that it fails as the program would
//     bug_x --judge FILE [NAME]
//                        runs them in a process of their own, and writes into the file how that ended
//
// How a test ends is known from what its process leaves in memory that we share with it, not from its exit code: every
// exit code may be the program's own.
//
// The program keeps its `main`: the linker is told to start `__wrap_main` in its place (-Wl,--wrap=main).
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // also where the program asks for strict C
#endif
#include "counterpoint_tests.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

// No test takes longer, in seconds: of the processor's time, as the machine may be busy with something else; and by
// the clock, as a test may sleep.
#define LIMIT 10
#define CLOCK_LIMIT 60

// The stack of a test, in bytes, if it would have more: endless recursion is to come to its end.
#define STACK (8 << 20)

// No test uses more memory, in megabytes, unless the environment says how much with COUNTERPOINT_MEMORY.
#define MEMORY 2048

// No test is given a larger block, in bytes, however much the system has: the program was explored like that.
#define LARGEST_BLOCK ((size_t)1 << 31)

// No test writes a larger file, in bytes; what it prints may go to one.
#define OUTPUT (64 << 20)

// The program's; a function without a harness may have none.
WEAK int __real_main(int argc, char **argv, char **environment);

// There in builds with coverage, and with sanitizers.
WEAK int __llvm_profile_write_file(void);
WEAK void __sanitizer_set_death_callback(void (*callback)(void));

extern char **environ;

// What a test's process tells the one that waits for it.
struct report {
    int failures;
    bool exits;
    int exit_code;
    bool returned;
    // The process that a sanitizer has stopped, and the one that no longer fits the program. The program may have
    // started others.
    pid_t stopped;
    pid_t diverged;
};

static struct counterpoint_test *first;
static struct counterpoint_test **last = &first;
static struct report *report;
static const struct counterpoint_test *running;
// Our own output, while a test's goes elsewhere.
static int said = STDOUT_FILENO;

// The process that we are, whatever a test tells the program.
static pid_t this_process(void) {
#ifdef __linux__
    return (pid_t)syscall(SYS_getpid);
#else
    return getpid();
#endif
}

void counterpoint_add(struct counterpoint_test *test) {
    *last = test;
    last = &test->counterpoint_next;
}

// Checks.

static void fail(const char *file, int line) {
    if (report->failures++ == 0)
        dprintf(said, "FAIL %s\n", running->counterpoint_name);
    const char *slash = strrchr(file, '/');
    dprintf(said, "    %s:%d: ", slash ? slash + 1 : file, line);
}

void counterpoint_failed(const char *file, int line, const char *condition) {
    fail(file, line);
    dprintf(said, "%s does not hold\n", condition);
}

void counterpoint_unequal(const char *file, int line, const char *actual, const char *expected, int kind,
                          long long number, double real) {
    fail(file, line);
    dprintf(said, "%s is ", actual);
    switch (kind) {
    case 'f': dprintf(said, "%.17g", real); break;
    case 'u': dprintf(said, "%llu", (unsigned long long)number); break;
    default: dprintf(said, "%lld", number);
    }
    dprintf(said, ", expected %s\n", expected);
}

void counterpoint_check_text(const char *file, int line, const char *text, const char *actual,
                             const char *expected) {
    if (actual && strcmp(actual, expected) == 0)
        return;
    fail(file, line);
    if (actual)
        dprintf(said, "%s is \"%s\", expected \"%s\"\n", text, actual, expected);
    else
        dprintf(said, "%s is NULL, expected \"%s\"\n", text, expected);
}

void counterpoint_expect_exit(int code) {
    report->exits = true;
    report->exit_code = code;
}

// Allocations. The linker leads the program's calls here (-Wl,--wrap=malloc and so on); those that the C library makes
// for itself go past us, and are not counted.

static unsigned long allocations;
static unsigned long *failing;
static size_t failing_count;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **block, size_t alignment, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t limit);

void counterpoint_fail_allocation(unsigned long number) {
    failing = __real_realloc(failing, (failing_count + 1) * sizeof *failing);
    if (!failing)
        abort();
    failing[failing_count++] = number;
    allocations = 0;
}

// Counts an allocation of the program, of so many bytes: is it one that fails?
static bool fails(size_t size) {
    bool is_failing = size > LARGEST_BLOCK;
    allocations++;
    for (size_t i = 0; i < failing_count; i++)
        is_failing |= failing[i] == allocations;
    if (is_failing)
        errno = ENOMEM;
    return is_failing;
}

// Fillings. In such a build fresh memory has a known content, which differs between builds: a program that ends in
// different ways has read what it never wrote. The compiler fills variables; the stack is filled for compilers that
// were not asked to.

#ifdef COUNTERPOINT_FILL

static void *filled(void *block, size_t size) {
    return block ? memset(block, COUNTERPOINT_FILL, size) : NULL;
}

static size_t size_of(void *block) {
    return block ? malloc_usable_size(block) : 0;
}

__attribute__((noinline)) static void fill_stack(void) {
    volatile unsigned char below[256 << 10];
    for (size_t i = 0; i < sizeof below; i++)
        below[i] = COUNTERPOINT_FILL;
}

#else

static void *filled(void *block, size_t size) {
    (void)size;
    return block;
}

static size_t size_of(void *block) {
    (void)block;
    return 0;
}

static void fill_stack(void) {}

#endif

// What the program left on the stack below us is no pointer any more: else a leak may look like none.
__attribute__((noinline)) static void forget_stack(void) {
    volatile unsigned char below[64 << 10];
    for (size_t i = 0; i < sizeof below; i++)
        below[i] = 0;
}

void *__wrap_malloc(size_t size) {
    return fails(size) ? NULL : filled(__real_malloc(size), size);
}

void *__wrap_calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total))
        total = SIZE_MAX;
    return fails(total) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    // To free a block is no allocation.
    if ((!block || size != 0) && fails(size))
        return NULL;
    size_t old = size_of(block);
    char *larger = __real_realloc(block, size);
    if (larger && size > old)
        filled(larger + old, size - old);
    return larger;
}

void *__wrap_reallocarray(void *block, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return __wrap_realloc(block, total);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return fails(size) ? NULL : filled(__real_aligned_alloc(alignment, size), size);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size) {
    const int saved = errno;
    if (fails(size)) {
        errno = saved;
        return ENOMEM;
    }
    int error = __real_posix_memalign(block, alignment, size);
    if (error == 0)
        filled(*block, size);
    return error;
}

char *__wrap_strdup(const char *text) {
    return fails(0) ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t limit) {
    return fails(0) ? NULL : __real_strndup(text, limit);
}

// Inputs.

struct input {
    const char *name;
    size_t size;
    const void *bytes;
    struct input *next;
};

static struct input *first_input;
static struct input **last_input = &first_input;
static const char *const *extra_arguments;

static void *allocate(size_t size) {
    void *block = __real_malloc(size ? size : 1);
    if (!block)
        abort();
    return block;
}

void counterpoint_input(const char *name, size_t size, const void *bytes) {
    struct input *input = allocate(sizeof *input);
    *input = (struct input){name, size, bytes, NULL};
    *last_input = input;
    last_input = &input->next;
}

void counterpoint_arguments(const char *const *arguments) {
    extra_arguments = arguments;
}

// What is written to streams and files stays to be looked at, whoever closes them.
struct written {
    const void *stream;
    // Of a file that the program has opened.
    int number;
    int descriptor;
    struct written *next;
};

static struct written *all_written;

static void keep_written(FILE *stream, int number) {
    struct written *written = allocate(sizeof *written);
    *written = (struct written){stream, number, dup(fileno(stream)), all_written};
    all_written = written;
}

void counterpoint_check_written(const char *file, int line, const void *stream, int number, const char *bytes,
                                size_t size) {
    fflush(NULL);
    const struct written *it = all_written;
    while (it && (number ? it->number != number : it->stream != stream))
        it = it->next;
    char *found = allocate(size + 1);
    const ssize_t count = it ? pread(it->descriptor, found, size + 1, 0) : -1;
    if (count < 0 || (size_t)count != size || memcmp(found, bytes, size) != 0)
        counterpoint_failed(file, line, "what was written is what was expected");
    free(found);
}

void *counterpoint_stream(const char *bytes, size_t size) {
    FILE *file = tmpfile();
    if (!file || fwrite(bytes, 1, size, file) != size || fflush(file) != 0) {
        dprintf(said, "    a stream can't be prepared: %s\n", strerror(errno));
        _exit(1);
    }
    rewind(file);
    keep_written(file, 0);
    return file;
}

void counterpoint_standard_input(const char *bytes, size_t size) {
    dup2(fileno(counterpoint_stream(bytes, size)), STDIN_FILENO);
}

// Files. The linker leads the program's calls of fopen here, and also those of the compiler's own libraries, which come when
// the test is over.

struct file {
    const char *bytes;
    size_t size;
    // Why there is none, or 0; -1 if it is full.
    int error;
    struct file *next;
};

static struct file *first_file;
static struct file **last_file = &first_file;
// So many files were opened, or could not be.
static int opened;

FILE *__real_fopen(const char *path, const char *mode);
FILE *__real_fopen64(const char *path, const char *mode);

void counterpoint_file(const char *bytes, size_t size, int error) {
    struct file *file = allocate(sizeof *file);
    *file = (struct file){bytes, size, error, NULL};
    *last_file = file;
    last_file = &file->next;
}

// A file without room. It is there already, which a program that wants a new one isn't told.
static FILE *open_full(const char *mode) {
    char known[8] = "";
    size_t size = 0;
    for (; *mode && *mode != ',' && size + 1 < sizeof known; mode++)
        if (*mode != 'x')
            known[size++] = *mode;
    return __real_fopen("/dev/full", known);
}

// A file without a name, opened as the program asks for it.
static FILE *open_next(const char *mode) {
    if (!strchr("rwa", *mode) || !*mode) {
        errno = EINVAL;
        return NULL;
    }
    const struct file *next = first_file;
    first_file = next->next;
    opened++;
    if (next->error < 0)
        return open_full(mode);
    if (next->error) {
        errno = next->error;
        return NULL;
    }
    FILE *contents = counterpoint_stream(next->bytes, *mode == 'w' ? 0 : next->size);
    const int descriptor = dup(fileno(contents));
    fclose(contents);
    // What is read as well begins at its beginning, as glibc has it.
    const bool at_end = *mode == 'a' && !strchr(mode, '+');
    lseek(descriptor, 0, at_end ? SEEK_END : SEEK_SET);
    FILE *file = fdopen(descriptor, mode);
    keep_written(file, opened);
    return file;
}

FILE *__wrap_fopen(const char *path, const char *mode) {
    return first_file ? open_next(mode) : __real_fopen(path, mode);
}

FILE *__wrap_fopen64(const char *path, const char *mode) {
    return first_file ? open_next(mode) : __real_fopen64(path, mode);
}

// What the system answers. The linker leads the program's questions here, if any test has answers.

struct answer {
    const char *function;
    long value;
    double real;
    bool is_given;
    struct answer *next;
};

static struct answer *first_answer;
static struct answer **last_answer = &first_answer;

static void add_answer(struct answer given) {
    struct answer *answer = allocate(sizeof *answer);
    *answer = given;
    *last_answer = answer;
    last_answer = &answer->next;
}

void counterpoint_returns(const char *function, long value) {
    add_answer((struct answer){.function = function, .value = value});
}

void counterpoint_returns_real(const char *function, double value) {
    add_answer((struct answer){.function = function, .real = value});
}

void counterpoint_variable(const char *name, const char *value) {
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

// The next answer of a function, or the last one again, if that stays the same.
static const struct answer *answer_of(const char *function, bool stays) {
    struct answer *last = NULL;
    for (struct answer *answer = first_answer; answer; answer = answer->next) {
        if (strcmp(answer->function, function) != 0)
            continue;
        if (!answer->is_given) {
            answer->is_given = true;
            return answer;
        }
        last = answer;
    }
    return stays ? last : NULL;
}

#define ANSWER(type, name, stays) ANSWER_AS(value, type, name, stays)
#define ANSWER_AS(member, type, name, stays) \
    WEAK type __real_##name(void); \
    type __wrap_##name(void); \
    type __wrap_##name(void) { \
        const struct answer *answer = answer_of(#name, stays); \
        return answer ? (type)answer->member : __real_##name(); \
    }

ANSWER_AS(real, double, drand48, false)
ANSWER(clock_t, clock, false)
ANSWER(int, rand, false)
ANSWER(long, random, false)
ANSWER(long, lrand48, false)
ANSWER(long, mrand48, false)
ANSWER(pid_t, getpid, true)
ANSWER(pid_t, getppid, true)
ANSWER(uid_t, getuid, true)
ANSWER(uid_t, geteuid, true)
ANSWER(gid_t, getgid, true)
ANSWER(gid_t, getegid, true)

WEAK time_t __real_time(time_t *to);
WEAK int __real_gettimeofday(struct timeval *to, void *zone);
WEAK int __real_clock_gettime(clockid_t clock, struct timespec *to);

time_t __wrap_time(time_t *to) {
    const struct answer *answer = answer_of("time", false);
    if (!answer)
        return __real_time(to);
    if (to)
        *to = answer->value;
    return answer->value;
}

int __wrap_gettimeofday(struct timeval *to, void *zone) {
    // It may be asked for the zone only, which no test knows.
    if (!to)
        return __real_gettimeofday(to, zone);
    const struct answer *seconds = answer_of("gettimeofday", false), *rest = answer_of("gettimeofday", false);
    if (!seconds || !rest)
        return __real_gettimeofday(to, zone);
    if (zone)
        __real_gettimeofday(NULL, zone);
    to->tv_sec = seconds->value;
    to->tv_usec = rest->value;
    return 0;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *to) {
    // A clock that isn't one of the system's may be missing, as the first answer says.
    const bool is_known = clock >= CLOCK_REALTIME && clock <= CLOCK_BOOTTIME;
    const struct answer *missing = is_known ? NULL : answer_of("clock_gettime", false);
    if (missing && missing->value != 0) {
        errno = EINVAL;
        return -1;
    }
    const struct answer *seconds = answer_of("clock_gettime", false), *rest = answer_of("clock_gettime", false);
    if (!seconds || !rest)
        return __real_clock_gettime(clock, to);
    to->tv_sec = seconds->value;
    to->tv_nsec = rest->value;
    return 0;
}

void counterpoint_run_main(void) {
    char **arguments = allocate(2 * sizeof *arguments);
    int count = 0;
    arguments[count++] = __real_strdup("program");
    for (const char *const *next = extra_arguments; next && *next; next++) {
        arguments = __real_realloc(arguments, (size_t)(count + 2) * sizeof *arguments);
        if (!arguments)
            abort();
        arguments[count++] = __real_strdup(*next);
    }
    arguments[count] = NULL;
    fill_stack();
    int code = __real_main(count, arguments, environ);
    forget_stack();
    exit(code);
}

void *counterpoint_on_heap(const void *bytes, size_t size) {
    return memcpy(allocate(size), bytes, size);
}

void counterpoint_fill(void *object, const char *bytes, size_t size) {
    memcpy(object, bytes, size);
}

// Running.

static void write_profile(void) {
    // It is no file of the program's.
    first_file = NULL;
    if (__llvm_profile_write_file)
        __llvm_profile_write_file();
}

static void stopped_by_sanitizer(void) {
    report->stopped = this_process();
    write_profile();
}

static void write_profile_and_die(int number) {
    write_profile();
    signal(number, SIG_DFL);
    raise(number);
}

// A process that is stopped by an error has covered something too.
static void keep_coverage_of_crashes(void) {
    if (!__llvm_profile_write_file)
        return;
    signal(SIGABRT, write_profile_and_die);
    if (__sanitizer_set_death_callback)
        return;
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], write_profile_and_die);
}

static void limit(int resource, rlim_t most) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) == 0 && limits.rlim_cur > most) {
        limits.rlim_cur = most;
        setrlimit(resource, &limits);
    }
}

// In megabytes.
static long memory_limit(void) {
    const char *text = getenv("COUNTERPOINT_MEMORY");
    return text ? atol(text) : MEMORY;
}

// The memory that a process uses, in megabytes; 0 if that is unknown.
static long memory_of(pid_t process) {
    char path[64];
    long size, resident = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)process);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    if (fscanf(file, "%ld %ld", &size, &resident) != 2)
        resident = 0;
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024) / 1024;
}

static void run_here(const struct counterpoint_test *test) {
    static char *nothing[1];
    environ = nothing;
    running = test;
    limit(RLIMIT_CPU, LIMIT);
    limit(RLIMIT_STACK, STACK);
    limit(RLIMIT_FSIZE, OUTPUT);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(stopped_by_sanitizer);
    keep_coverage_of_crashes();
    fill_stack();
    test->counterpoint_run();
    forget_stack();
    report->returned = true;
    exit(0);
}

static void redirect(int descriptor, int flags) {
    int nowhere = open("/dev/null", flags);
    dup2(nowhere, descriptor);
    close(nowhere);
}

static pid_t start(const struct counterpoint_test *test, bool show) {
    fflush(stdout);
    memset(report, 0, sizeof *report);
    pid_t child = fork();
    if (child != 0)
        return child;
    said = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
    setpgid(0, 0);
#ifdef PR_SET_PDEATHSIG
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    redirect(STDIN_FILENO, O_RDONLY);
    if (!show) {
        redirect(STDOUT_FILENO, O_WRONLY);
        redirect(STDERR_FILENO, O_WRONLY);
    }
    run_here(test);
    return 0;
}

// How a process ended.
struct end {
    enum { EXIT, SIGNAL, SANITIZER, DIVERGED, LATE, LARGE, WORDY } how;
    // The exit code, the signal, the process that was stopped, or the seconds or megabytes that were too few.
    int number;
};

// Processes that a test has started and left behind. One that has left its group, too (setsid, a daemon), is ours when its
// parent ends.

static void adopt_orphans(void) {
#ifdef PR_SET_CHILD_SUBREAPER
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

static void end_orphans(pid_t child) {
    kill(-child, SIGKILL);
#ifdef PR_SET_CHILD_SUBREAPER
    // Each may leave others behind; what starts new ones for ever is not to keep us for ever.
    for (int turn = 0; turn < 1000; turn++) {
        char path[64];
        long orphan;
        snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)this_process(), (long)this_process());
        FILE *file = fopen(path, "r");
        if (!file)
            return;
        bool found = fscanf(file, "%ld", &orphan) == 1;
        fclose(file);
        if (!found)
            return;
        kill((pid_t)orphan, SIGKILL);
        waitpid((pid_t)orphan, NULL, 0);
    }
#endif
}

// Waits for a process, and ends it if it takes too much: EXIT if it ended by itself.
static struct end wait_for(pid_t child, int *status) {
    const struct timespec pause = {0, 1000000};
    const long memory = memory_limit();
    struct end end = {LATE, CLOCK_LIMIT};
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int turn = 1;; turn++) {
        if (waitpid(child, status, WNOHANG) == child)
            return (struct end){EXIT, 0};
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - begin.tv_sec > CLOCK_LIMIT)
            break;
        if (turn % 8 == 0 && memory_of(child) > memory) {
            end = (struct end){LARGE, (int)memory};
            break;
        }
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, status, 0);
    return end;
}

static struct end finish(pid_t child, int *status) {
    struct end end = wait_for(child, status);
    end_orphans(child);
    return end;
}

static struct end end_of(pid_t child, int status, struct end end) {
    if (end.how != EXIT)
        return end;
    if (report->stopped == child)
        return (struct end){SANITIZER, (int)child};
    if (report->diverged == child)
        return (struct end){DIVERGED, 0};
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return (struct end){LATE, LIMIT};
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ)
        return (struct end){WORDY, OUTPUT >> 20};
    if (WIFSIGNALED(status))
        return (struct end){SIGNAL, WTERMSIG(status)};
    return (struct end){EXIT, WEXITSTATUS(status)};
}

// Why a test failed, apart from its checks; empty if it ended as it should.
static void judge(struct end end, char *why, size_t size) {
    *why = 0;
    switch (end.how) {
    case LATE: snprintf(why, size, "it still runs after %d seconds", end.number); break;
    case LARGE: snprintf(why, size, "it uses more than %d MB of memory", end.number); break;
    case WORDY: snprintf(why, size, "it writes more than %d MB", end.number); break;
    case SANITIZER: snprintf(why, size, "it is stopped by a sanitizer (process %d)", end.number); break;
    case DIVERGED: snprintf(why, size, "it does not fit the program any more"); break;
    case SIGNAL: snprintf(why, size, "it is stopped by signal %d (%s)", end.number, strsignal(end.number)); break;
    case EXIT:
        if (report->exits && report->returned)
            snprintf(why, size, "it returns, expected an exit with %d", report->exit_code);
        else if (report->exits && end.number != report->exit_code)
            snprintf(why, size, "it exits with %d, expected %d", end.number, report->exit_code);
        else if (!report->exits && (!report->returned || end.number != 0))
            snprintf(why, size, "it exits with %d, expected to return", end.number);
    }
}

static bool run(const struct counterpoint_test *test, bool show) {
    int status;
    pid_t child = start(test, show);
    if (child < 0) {
        printf("FAIL %s: no process can be started: %s\n", test->counterpoint_name, strerror(errno));
        return false;
    }
    struct end end = finish(child, &status);
    char why[200];
    judge(end_of(child, status, end), why, sizeof why);
    if (report->failures == 0 && !*why) {
        printf("pass %s\n", test->counterpoint_name);
        return true;
    }
    if (report->failures == 0)
        printf("FAIL %s\n", test->counterpoint_name);
    if (*why)
        printf("    %s\n", why);
    return false;
}

// Runs a bug's inputs, and writes in a word and a number how that ended.
static int run_and_tell(const struct counterpoint_test *test, const char *path) {
    static const char *const words[] = {"exit", "signal", "sanitizer", "diverged", "late", "large", "wordy"};
    int status;
    pid_t child = start(test, true);
    if (child < 0) {
        perror("fork");
        return 71;
    }
    struct end end = finish(child, &status);
    end = end_of(child, status, end);
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%s %d\n", words[end.how], end.number) < 0 || fclose(file) != 0) {
        perror(path);
        return 74;
    }
    return 0;
}

static const struct counterpoint_test *find(const char *name) {
    for (const struct counterpoint_test *test = first; test; test = test->counterpoint_next) {
        if (strcmp(test->counterpoint_name, name) == 0)
            return test;
    }
    fprintf(stderr, "there is no test `%s`; --list names them\n", name);
    exit(64);
}

static int run_all(void) {
    int count = 0, failed = 0;
    for (const struct counterpoint_test *test = first; test; test = test->counterpoint_next) {
        count++;
        failed += !run(test, false);
    }
    printf("%d tests, %d failed\n", count, failed);
    return failed != 0;
}

static int list(void) {
    for (const struct counterpoint_test *test = first; test; test = test->counterpoint_next)
        puts(test->counterpoint_name);
    return 0;
}

int __wrap_main(int argc, char **argv) {
    report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED) {
        perror("mmap");
        return 71;
    }
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return list();
    adopt_orphans();
    if (argc >= 3 && strcmp(argv[1], "--judge") == 0)
        return run_and_tell(argc > 3 ? find(argv[3]) : first, argv[2]);
    bool quiet = argc > 1 && strcmp(argv[1], "--quiet") == 0;
    char **names = argv + 1 + quiet;
    int count = argc - 1 - quiet;
    const struct counterpoint_test *only = count == 1 ? find(names[0]) : count == 0 ? first : NULL;
    if (only && only->counterpoint_is_bug)
        run_here(only);
    if (count == 0)
        return run_all();
    int failed = 0;
    for (int i = 0; i < count; i++)
        failed += !run(find(names[i]), !quiet);
    return failed != 0;
}

// What a program that marks its inputs calls: counterpoint.h, KLEE and SV-COMP. All are weak, as a program may
// bring its own.

static _Noreturn void diverged(const char *why, const char *name) {
    fprintf(stderr, "counterpoint: the test does not fit the program: %s (%s)\n", why, name);
    report->diverged = this_process();
    write_profile();
    _Exit(EXIT_FAILURE);
}

static void next_input(void *bytes, size_t size, const char *name) {
    struct input *input = first_input;
    if (!name)
        name = "";
    if (!input)
        diverged("it asks for more inputs", name);
    if (input->size != size)
        diverged("it asks for an input of another size", name);
    memcpy(bytes, input->bytes, size);
    first_input = input->next;
}

// counterpoint.h.

WEAK void cp_symbolic(void *bytes, size_t size, const char *name) {
    next_input(bytes, size, name);
}

WEAK void cp_assume(int condition) {
    if (!condition)
        diverged("an assumption does not hold", "cp_assume");
}

WEAK int cp_range(int low, int high, const char *name) {
    unsigned offset;
    next_input(&offset, sizeof offset, name);
    cp_assume(low < high && offset < (unsigned)high - (unsigned)low);
    return (int)((unsigned)low + offset);
}

WEAK _Noreturn void cp_assert_failed(const char *text, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s:%u: %s: assertion `%s' failed\n", file, line, function, text);
    abort();
}

// KLEE.

WEAK void klee_make_symbolic(void *bytes, size_t size, const char *name) {
    next_input(bytes, size, name);
}

WEAK void klee_assume(uintptr_t condition) {
    cp_assume(condition != 0);
}

WEAK int klee_range(int low, int high, const char *name) {
    return cp_range(low, high, name);
}

WEAK int klee_int(const char *name) {
    int value;
    next_input(&value, sizeof value, name);
    return value;
}

WEAK uintptr_t klee_choose(uintptr_t limit) {
    uintptr_t value;
    next_input(&value, sizeof value, "klee_choose");
    cp_assume(value < limit);
    return value;
}

WEAK _Noreturn void klee_silent_exit(int status) {
    write_profile();
    _Exit(status);
}

WEAK _Noreturn void klee_abort(void) {
    abort();
}

WEAK _Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
    abort();
}

WEAK void klee_assert(int condition) {
    if (!condition)
        cp_assert_failed("klee_assert", "", 0, "klee_assert");
}

WEAK void klee_check_memory_access(const void *bytes, size_t size) {
    // Sanitizers look at what the library is given, also where the caller was compiled without them.
    int (*volatile compare)(const void *, const void *, size_t) = memcmp;
    compare(bytes, bytes, size);
}

WEAK int klee_get_errno(void) {
    return errno;
}

WEAK unsigned klee_is_symbolic(uintptr_t value) {
    (void)value;
    return 0;
}

WEAK unsigned klee_is_replay(void) {
    return 0;
}

#define GET_VALUE(name, type) \
    WEAK type klee_get_value##name(type value) { \
        return value; \
    }

GET_VALUE(f, float)
GET_VALUE(d, double)
GET_VALUE(l, long)
GET_VALUE(ll, long long)
GET_VALUE(_i32, int32_t)
GET_VALUE(_i64, int64_t)

// What is said to KLEE alone has no effect.

WEAK void klee_prefer_cex(void *object, uintptr_t condition) {
    (void)object, (void)condition;
}

WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) {
    (void)object, (void)condition;
}

WEAK void klee_mark_global(void *object) {
    (void)object;
}

WEAK void klee_set_forking(unsigned enable) {
    (void)enable;
}

WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_merge(void) {}
WEAK void klee_stack_trace(void) {}

WEAK void klee_warning(const char *message) {
    (void)message;
}

WEAK void klee_warning_once(const char *message) {
    (void)message;
}

WEAK void klee_print_expr(const char *message, ...) {
    (void)message;
}

WEAK void klee_print_range(const char *name, int value) {
    (void)name, (void)value;
}

// What no native program can do. Tests don't come here; others of the same program do link.

WEAK size_t klee_get_obj_size(void *object) {
    (void)object;
    diverged("it is not supported", "klee_get_obj_size");
}

WEAK void *klee_define_fixed_object(void *address, size_t size) {
    (void)address, (void)size;
    diverged("it is not supported", "klee_define_fixed_object");
}

WEAK void klee_alias_function(const char *name, const char *other) {
    (void)name, (void)other;
    diverged("it is not supported", "klee_alias_function");
}

// SV-COMP.

WEAK void __VERIFIER_assume(int condition) {
    cp_assume(condition);
}

WEAK _Noreturn void reach_error(void) {
    fprintf(stderr, "reach_error() is called\n");
    abort();
}

WEAK _Noreturn void __VERIFIER_error(void) {
    reach_error();
}

WEAK void __VERIFIER_assert(int condition) {
    if (!condition)
        reach_error();
}

WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

WEAK void __VERIFIER_nondet_memory(void *bytes, size_t size) {
    next_input(bytes, size, "memory");
}

WEAK bool __VERIFIER_nondet_bool(void) {
    unsigned char value;
    next_input(&value, sizeof value, "bool");
    return value & 1;
}

#define NONDET(name, type) \
    WEAK type __VERIFIER_nondet_##name(void) { \
        type value; \
        next_input(&value, sizeof value, #name); \
        return value; \
    }

NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, int64_t)
NONDET(sector_t, unsigned long)
NONDET(pthread_t, unsigned long)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(s8, int8_t)
NONDET(s16, int16_t)
NONDET(s32, int32_t)
NONDET(s64, int64_t)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
#endif
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(pchar, char *)
NONDET(charp, char *)
