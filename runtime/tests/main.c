// Runs all tests. The primitives are primitive.c's.
#include "check.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

void check_end(void (*function)(void), const char *printed) {
    int ends[2], status;
    CHECK(pipe(ends) == 0, "pipe");
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        function();
        _exit(0);
    }
    close(ends[1]);
    char text[256] = "";
    FILE *output = fdopen(ends[0], "r");
    text[fread(text, 1, sizeof text - 1, output)] = 0;
    fclose(output);
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 77, "status %x, printed '%s'", status, text);
    CHECK(strcmp(text, printed) == 0, "'%s', not '%s'", text, printed);
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
    run("powi", test_powi);
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
