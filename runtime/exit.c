// How a program ends: exit and its handlers, abort, failed assertions.
#include "cp_runtime.h"

int __cp_native_fflush(FILE *stream);

// Something to do at exit. `function` is called as the kind of registration says.
struct handler {
    struct handler *next;
    enum { ATEXIT, ON_EXIT, CXA_ATEXIT } kind;
    void *function;
    void *argument;
};

// The newest first.
static struct handler *exit_handlers, *quick_exit_handlers;

static int add_handler(struct handler **list, int kind, void *function, void *argument) {
    struct handler *handler = __cp_malloc(sizeof *handler, _Alignof(struct handler));
    if (!handler)
        return -1;
    *handler = (struct handler){*list, kind, function, argument};
    *list = handler;
    return 0;
}

static void call_handler(struct handler handler, int status) {
    switch (handler.kind) {
    case ATEXIT:
        ((void (*)(void))handler.function)();
        break;
    case ON_EXIT:
        ((void (*)(int, void *))handler.function)(status, handler.argument);
        break;
    case CXA_ATEXIT:
        ((void (*)(void *))handler.function)(handler.argument);
        break;
    }
}

// A handler is taken off the list before it is called, for it may add others or call exit itself.
static void call_handlers(struct handler **list, int status) {
    while (*list) {
        struct handler *first = *list;
        struct handler handler = *first;
        *list = first->next;
        __cp_free(first);
        call_handler(handler, status);
    }
}

int atexit(void (*function)(void)) {
    return add_handler(&exit_handlers, ATEXIT, (void *)function, NULL);
}

int on_exit(void (*function)(int, void *), void *argument) {
    return add_handler(&exit_handlers, ON_EXIT, (void *)function, argument);
}

int __cxa_atexit(void (*function)(void *), void *argument, void *module) {
    (void)module;
    return add_handler(&exit_handlers, CXA_ATEXIT, (void *)function, argument);
}

int at_quick_exit(void (*function)(void)) {
    return add_handler(&quick_exit_handlers, ATEXIT, (void *)function, NULL);
}

_Noreturn void exit(int status) {
    call_handlers(&exit_handlers, status);
    // A 32-bit program can't call native code, so nothing of it waits in the host's buffers.
    if (sizeof(void *) == 8)
        __cp_native_fflush(NULL);
    __cp_exit(status);
}

_Noreturn void quick_exit(int status) {
    call_handlers(&quick_exit_handlers, status);
    __cp_exit(status);
}

_Noreturn void _exit(int status) {
    __cp_exit(status);
}
ALIAS(_Exit, _exit);

_Noreturn void abort(void) {
    __cp_abort();
}

_Noreturn void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    __cp_assert_fail(text, file, line, function);
}

_Noreturn void __assert(const char *text, const char *file, int line) {
    __cp_assert_fail(text, file, line, "");
}
