// What the files of the runtime share: the C library's types as glibc has them on x86-64 and i386, the
// machine's primitives, and the library functions that one file needs from another.
//
// No header of the host is read but the compiler's own, so the runtime compiles for either target on any
// machine that has clang.
#ifndef CP_RUNTIME_H
#define CP_RUNTIME_H

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef __PTRDIFF_TYPE__ ssize_t;
typedef long off_t;
typedef long long off64_t;
typedef struct _IO_FILE FILE;

enum { EOF = -1 };
enum { SEEK_SET, SEEK_CUR, SEEK_END };
enum { ENOENT = 2, EBADF = 9, ENOMEM = 12, EINVAL = 22, ENOSPC = 28, ERANGE = 34 };

// Makes `name` another name of `of`, which is defined in the same file.
#define ALIAS(name, of) extern __typeof__(of) name __attribute__((alias(#of)))

// The machine's primitives.

// An uninitialised heap object, or null.
void *__cp_malloc(size_t size, size_t align);
// Ends the life of a heap object; null is fine, anything else that isn't one is a bug of the program.
void __cp_free(void *block);
// The size of the heap object that begins at `block`, or how much is known of it, if it is only copied.
size_t __cp_heap_size(void *block, int is_copied);
// What is known of a heap object was copied to another one, which has a size: the rest of it may be there, too.
void __cp_resized(void *block, void *moved, size_t size);
// Does the next allocation of the program fail? Only where that is explored.
int __cp_allocation_fails(void);
// Like `read(0, buffer, size)`. Where the input is symbolic, it is asked for no more than `needed` bytes: whether
// there are as many is decided for each of them.
long __cp_read_stdin(void *buffer, unsigned long size, unsigned long needed);
// Are the files inputs that the program opens? If so: a stream, or null; `how` is 1 for reading, 2 for writing, 3 for both.
int __cp_explores_files(void);
FILE *__cp_open(const char *path, int how);
// The number, from 1, of a stream that a function is given or was opened so; 0 for any other.
unsigned long __cp_stream(FILE *file);
// Like `read` from such a stream, and asked for no more than `needed` bytes.
long __cp_read_stream(unsigned long number, void *buffer, unsigned long size, unsigned long needed);
// Is there no room for what was written to such a stream, which is flushed, or closed?
int __cp_output_fails(unsigned long number, int is_closed);
// Says that it matters where such a stream is, or what is in it, be it that it is moved there.
void __cp_look_back(unsigned long number, int is_moved);
// Says that what calls the function that calls this looks at `errno`, or sets it.
void __cp_look_at_errno(void);
// Names what isn't explored, which ends no path but keeps all of them from being a proof.
void __cp_left_out(const char *what);
// Is what the program asks its surroundings for an input? If so: makes memory the next input that the named function gives, or
// the variable of that name, with a byte before it that isn't 0 if it isn't set; and how long that is at most.
int __cp_explores_environment(void);
void __cp_environment(void *bytes, size_t size, const char *function);
void __cp_environment_variable(void *bytes, size_t size, const char *name);
unsigned long __cp_longest(void);
_Noreturn void __cp_exit(int status);
_Noreturn void __cp_abort(void);
_Noreturn void __cp_assert_fail(const char *text, const char *file, unsigned line, const char *function);
_Noreturn void __cp_assume_failed(void);
void __cp_make_symbolic(void *bytes, size_t size, const char *name);

// `errno`, which the machine copies to and from the host's around native calls.
extern int __cp_errno;
#define errno __cp_errno

// The host's standard streams. Only `stdin` is compared with; none is ever looked into.
extern FILE *stdin;

// string.h
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *mempcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *bytes, int byte, size_t size);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t limit);
int strncasecmp(const char *a, const char *b, size_t limit);
char *strcpy(char *restrict to, const char *restrict from);
char *stpcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t size);
char *stpncpy(char *restrict to, const char *restrict from, size_t size);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t limit);
size_t strlcpy(char *restrict to, const char *restrict from, size_t size);
size_t strlcat(char *restrict to, const char *restrict from, size_t size);
char *strchr(const char *text, int byte);
char *strrchr(const char *text, int byte);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *rejected);

// ctype.h
int isspace(int c);
int isdigit(int c);
int isxdigit(int c);
int tolower(int c);

// stdlib.h
void *malloc(size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
_Noreturn void exit(int status);
_Noreturn void abort(void);

// The same for the library's own needs: it never fails because that is explored.
void *cp_malloc(size_t size);
void *cp_realloc(void *block, size_t size);

// A number that the named function gives, where that is an input.
long cp_environment(const char *function, long least, long most);

// stdio.h and unistd.h
int fgetc(FILE *stream);
int ungetc(int c, FILE *stream);
char *fgets(char *restrict to, int size, FILE *restrict stream);
size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream);
char *gets(char *to);
ssize_t read(int file, void *to, size_t size);

// The value of a digit of that base, which is at most 36; for what is none, at least the base. In bases up to ten
// this decides nothing: comparing the value with the base is the one decision.
static inline unsigned cp_digit_value(int c, unsigned base) {
    unsigned digit = (unsigned)c - '0';
    if (base <= 10 || digit <= 9)
        return digit;
    unsigned letter = ((unsigned)c | 0x20) - 'a';
    return letter < 26 ? letter + 10 : base;
}

// An integer as its text gives it, before it is cut to a type.
struct cp_integer {
    unsigned long long magnitude;
    bool negative;
    // The text's magnitude is more than `magnitude` can hold.
    bool overflow;
};

// Appends a digit.
static inline void cp_add_digit(struct cp_integer *value, unsigned digit, unsigned base) {
    unsigned long long limit = ULLONG_MAX / base;
    if (value->magnitude > limit || value->magnitude * base > ULLONG_MAX - digit)
        value->overflow = true;
    else
        value->magnitude = value->magnitude * base + digit;
}

// `value` as `strtol` and its kin return it: the nearest of the type's values, with ERANGE if it isn't exact.
long cp_to_long(struct cp_integer value);
unsigned long cp_to_ulong(struct cp_integer value);
long long cp_to_llong(struct cp_integer value);
unsigned long long cp_to_ullong(struct cp_integer value);

#endif
