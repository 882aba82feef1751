// The machine's primitives, natively. Those that end the program print how and end it: tests of them fork.
#include "check.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *input = "";
static size_t input_size;
static int small;
int refuse_memory;

void set_stdin(const char *bytes, size_t size, int small_reads) {
    input = bytes;
    input_size = size;
    small = small_reads;
}

void set_stdin_file(void) {
    input = NULL;
}

long __cp_read_stdin(void *buffer, unsigned long size, unsigned long needed) {
    (void)needed;
    if (!input)
        return read(0, buffer, size);
    if (size > input_size)
        size = input_size;
    if (small && size > 1)
        size = 1 + pick(size < 7 ? size : 7);
    memcpy(buffer, input, size);
    input += size;
    input_size -= size;
    return size;
}

void *__cp_malloc(size_t size, size_t align) {
    // More than any test needs.
    if (refuse_memory || size > SIZE_MAX >> 8)
        return NULL;
    void *block;
    return posix_memalign(&block, align < sizeof block ? sizeof block : align, size) ? NULL : block;
}

int __cp_explores_files(void) {
    return 0;
}

FILE *__cp_open(const char *path, int how) {
    (void)path, (void)how;
    return NULL;
}

int __cp_output_fails(unsigned long number, int is_closed) {
    (void)number, (void)is_closed;
    return 0;
}

void __cp_look_back(unsigned long number, int is_moved) {
    (void)number, (void)is_moved;
}

void __cp_left_out(const char *what) {
    (void)what;
}

int __cp_explores_environment(void) {
    return 0;
}

void __cp_environment(void *bytes, size_t size, const char *function) {
    (void)function;
    memset(bytes, 0, size);
}

void __cp_environment_variable(void *bytes, size_t size, const char *name) {
    (void)name;
    memset(bytes, 0, size);
}

unsigned long __cp_longest(void) {
    return 8;
}

unsigned long __cp_stream(FILE *file) {
    (void)file;
    return 0;
}

long __cp_read_stream(unsigned long number, void *buffer, unsigned long size, unsigned long needed) {
    (void)number, (void)buffer, (void)size, (void)needed;
    return -1;
}

int __cp_allocation_fails(void) {
    return 0;
}

void __cp_free(void *block) {
    free(block);
}

size_t __cp_heap_size(void *block, int is_copied) {
    (void)is_copied;
    return malloc_usable_size(block);
}

void __cp_resized(void *block, void *moved, size_t size) {
    (void)block;
    (void)moved;
    (void)size;
}

static void end(const char *how) {
    fputs(how, stdout);
    fflush(stdout);
    _exit(77);
}

void __cp_exit(int status) {
    char how[32];
    snprintf(how, sizeof how, "exit %d", status);
    end(how);
}

void __cp_abort(void) {
    end("abort");
}

void __cp_assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    char how[200];
    snprintf(how, sizeof how, "assert %s %s %u %s", text, file, line, function);
    end(how);
}

// As in a run without symbolic values.
void __cp_make_symbolic(void *bytes, size_t size, const char *name) {
    (void)name;
    memset(bytes, 0, size);
}

void __cp_assume_failed(void) {
    end("assume");
}

void __cp_look_at_errno(void) {}
