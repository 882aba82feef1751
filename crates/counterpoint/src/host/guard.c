/* A native call that survives a crash: signals such as SIGSEGV end the call instead of the process. So does another
   thread, with a signal of ours. The jump out of the handler crosses only C frames, which is why this is C. */

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

typedef void ffi_call_fn(void *cif, void (*function)(void), void *result, void **args);

static sigjmp_buf escape;
static volatile sig_atomic_t armed;
/* The number of the call that is made, or was made last, and of the one that is to be ended: 0 is any. */
static volatile unsigned long number_of_call;
static volatile unsigned long victim;
static volatile int caught;
static void *volatile fault_address;

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Few programs use it. */
#define INTERRUPTION (SIGRTMAX - 3)

/* Is this thread in the allocator? Leaving it in the middle would leave its locks locked, and our next allocation
   would wait for ever. So the executable has an allocator, which all libraries use, too: the C library's, and it says so. */
static __thread volatile sig_atomic_t allocating;

#ifdef __GLIBC__
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);

void *malloc(size_t size) {
    allocating = 1;
    void *block = __libc_malloc(size);
    allocating = 0;
    return block;
}

void *calloc(size_t count, size_t size) {
    allocating = 1;
    void *block = __libc_calloc(count, size);
    allocating = 0;
    return block;
}

void *realloc(void *old, size_t size) {
    allocating = 1;
    void *block = __libc_realloc(old, size);
    allocating = 0;
    return block;
}

void free(void *block) {
    allocating = 1;
    __libc_free(block);
    allocating = 0;
}
#endif

static void on_signal(int number, siginfo_t *info, void *context) {
    (void)context;
    if (number == INTERRUPTION && (!armed || (victim && victim != number_of_call))) {
        /* The call has just ended by itself. */
        return;
    }
    if (number == INTERRUPTION && allocating) {
        /* The end is asked for again. */
        return;
    }
    if (!armed) {
        /* Not ours: let it happen again with the default action. */
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    armed = 0;
    allocating = 0;
    caught = number;
    fault_address = info->si_addr;
    siglongjmp(escape, 1);
}

/* Installs the handlers; once is enough. */
void cp_guard_install(void) {
    struct sigaction action = {0};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], &action, NULL);
    }
    sigaction(INTERRUPTION, &action, NULL);
}

/* The thread that makes guarded calls, and how another ends the one under way. */
static pthread_t caller;

void cp_guard_interrupt(unsigned long call) {
    if (armed) {
        victim = call;
        pthread_kill(caller, INTERRUPTION);
    }
}

/* The number of the call under way; 0 if there is none. */
unsigned long cp_guard_call(void) {
    return armed ? number_of_call : 0;
}

/* Why a call was ended that a signal has ended: 0 if not by us, 1 if its result is not waited for any more, 2 if it took too
   long. */
int cp_guard_interruption(int number) {
    return number != INTERRUPTION ? 0 : victim == 0 ? 1 : 2;
}

/* Calls, with errno as given, and gives errno back. Returns 0, or the signal that ended the call. */
int cp_guarded_call(ffi_call_fn *call, void *cif, void (*function)(void), void *result, void **args,
                    int *error, void **address) {
    if (sigsetjmp(escape, 1) != 0) {
        *address = fault_address;
        return caught;
    }
    caller = pthread_self();
    number_of_call++;
    armed = 1;
    errno = *error;
    call(cif, function, result, args);
    *error = errno;
    armed = 0;
    return 0;
}
