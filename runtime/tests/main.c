// Runs all tests. The primitives are primitive.c's.
#include "check.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

int failures;
long checks;

unsigned pick(unsigned limit) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 33) % limit;
}

void *host_function(const char *name) {
    return dlsym(dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD), name);
}

static void run(const char *name, void (*test)(void)) {
    long before = checks;
    test();
    printf("%-8s %8ld checks\n", name, checks - before);
}

int main(void) {
    run("memory", test_memory);
    run("string", test_string);
    run("ctype", test_ctype);
    run("number", test_number);
    run("sort", test_sort);
    run("random", test_random);
    run("malloc", test_malloc);
    run("stdin", test_stdin);
    run("scanf", test_scanf);
    run("fortify", test_fortify);
    run("harness", test_harness);
    run("exit", test_exit);
    if (failures)
        fprintf(stderr, "%d checks failed\n", failures);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
