// What a program asks its surroundings for: time, identity, environment variables. Where that is explored, these are inputs
// within what C and POSIX promise; else the host is asked. Numbers at random are in random.c and rand48.c.
#include "cp_runtime.h"

typedef long time_t;
struct timeval {
    time_t tv_sec;
    long tv_usec;
};
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

char *__cp_native_getenv(const char *name);
time_t __cp_native_time(time_t *to);
long __cp_native_clock(void);
int __cp_native_gettimeofday(struct timeval *to, void *zone);
int __cp_native_clock_gettime(int clock, struct timespec *to);

long cp_environment(const char *function, long least, long most) {
    long value;
    __cp_environment(&value, sizeof value, function);
    if (value < least || value > most)
        __cp_assume_failed();
    return value;
}

// CLOCK_BOOTTIME: from CLOCK_REALTIME, which is 0, all are there on Linux.
enum { LAST_BASIC_CLOCK = 7 };

// Time. It may fail, and go back.

time_t time(time_t *to) {
    if (!__cp_explores_environment())
        return __cp_native_time(to);
    time_t now = cp_environment("time", -1, LONG_MAX);
    if (to)
        *to = now;
    return now;
}

long clock(void) {
    return __cp_explores_environment() ? cp_environment("clock", -1, LONG_MAX) : __cp_native_clock();
}

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    if (!__cp_explores_environment())
        return __cp_native_gettimeofday(to, zone);
    if (to) {
        to->tv_sec = cp_environment("gettimeofday", 0, LONG_MAX);
        to->tv_usec = cp_environment("gettimeofday", 0, 999999);
    }
    if (zone) {
        // What Linux has there was set by whoever started the system.
        __cp_left_out("the zone that `gettimeofday` tells is 0");
        memset(zone, 0, 2 * sizeof(int));
    }
    return 0;
}

int clock_gettime(int clock, struct timespec *to) {
    if (!__cp_explores_environment())
        return __cp_native_clock_gettime(clock, to);
    // Any other number may be the clock of a process or a device, or none.
    if ((clock < 0 || clock > LAST_BASIC_CLOCK) && cp_environment("clock_gettime", 0, 1)) {
        __cp_left_out("`clock_gettime` fails with EINVAL");
        errno = EINVAL;
        return -1;
    }
    to->tv_sec = cp_environment("clock_gettime", 0, LONG_MAX);
    to->tv_nsec = cp_environment("clock_gettime", 0, 999999999);
    return 0;
}

// Who the process is doesn't change.
#define IDENTITY(name, type, least, most) \
    type __cp_native_##name(void); \
    type name(void) { \
        static bool known; \
        static type value; \
        if (!__cp_explores_environment()) \
            return __cp_native_##name(); \
        if (!known) \
            value = cp_environment(#name, least, most); \
        known = true; \
        return value; \
    }

IDENTITY(getpid, int, 1, INT_MAX)
IDENTITY(getppid, int, 0, INT_MAX)
IDENTITY(getuid, unsigned, 0, UINT_MAX)
IDENTITY(geteuid, unsigned, 0, UINT_MAX)
IDENTITY(getgid, unsigned, 0, UINT_MAX)
IDENTITY(getegid, unsigned, 0, UINT_MAX)

// Variables that were asked for.
static struct variable {
    char *name;
    char *value;
    struct variable *next;
} *variables;

// A variable isn't set if its first byte is not 0; its value is behind that.
static char *new_value(const char *name) {
    unsigned long most = __cp_longest();
    char *bytes = cp_malloc(most + 2);
    __cp_environment_variable(bytes, most + 1, name);
    bytes[most + 1] = 0;
    return bytes[0] ? NULL : bytes + 1;
}

char *getenv(const char *name) {
    if (!__cp_explores_environment())
        return __cp_native_getenv(name);
    // No variable is called so.
    if (!*name || strchr(name, '='))
        return NULL;
    for (struct variable *known = variables; known; known = known->next)
        if (strcmp(known->name, name) == 0)
            return known->value;
    struct variable *variable = cp_malloc(sizeof *variable);
    variable->name = cp_malloc(strlen(name) + 1);
    strcpy(variable->name, name);
    variable->value = new_value(name);
    variable->next = variables;
    variables = variable;
    return variable->value;
}
ALIAS(secure_getenv, getenv);
