/* A native call that survives a crash: signals such as SIGSEGV end the call instead of the process. So does another
   thread, with a signal of ours. The jump out of the handler crosses only C frames, which is why this is C. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef void ffi_call_fn(void *cif, void (*function)(void), void *result, void **args);

static sigjmp_buf escape;
static volatile sig_atomic_t armed;
/* The number of the call that is made, or was made last, and of the one that is to be ended: 0 is any. */
static volatile unsigned long number_of_call;
static volatile unsigned long victim;
static volatile int caught;
/* The process that the handlers are for. */
static pid_t owner;
static void *volatile fault_address;

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Few programs use it. */
#define INTERRUPTION (SIGRTMAX - 3)
/* No signal: it is the call that wants to end the process. */
#define ENDING (-1)

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
    owner = getpid();
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
   long, 3 if it was to end the process. */
int cp_guard_interruption(int number) {
    return number == ENDING ? 3 : number != INTERRUPTION ? 0 : victim == 0 ? 1 : 2;
}

/* Code that the program is linked with may end the process: then it ends the call. Like the allocator, these are the
   executable's, and so what all libraries call. A child that such code has made ends by itself. */
static void (*end_after_all)(int), (*end_quickly)(int);

__attribute__((constructor)) static void find_ends(void) {
    end_after_all = (void (*)(int))dlsym(RTLD_NEXT, "exit");
    end_quickly = (void (*)(int))dlsym(RTLD_NEXT, "quick_exit");
}

static void end_call(void) {
    if (armed && pthread_equal(pthread_self(), caller) && getpid() == owner) {
        armed = 0;
        caught = ENDING;
        siglongjmp(escape, 1);
    }
}

void _exit(int code) {
    end_call();
    for (;;)
        syscall(SYS_exit_group, code);
}

void _Exit(int code) {
    _exit(code);
}

void exit(int code) {
    end_call();
    end_after_all(code);
    _exit(code);
}

void quick_exit(int code) {
    end_call();
    end_quickly(code);
    _exit(code);
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
