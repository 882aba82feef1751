// Reading standard input, through a buffer of our own over one primitive, so that every byte a program reads
// can become symbolic. Streams ask for one byte at a time, so that nothing is decided about those a program doesn't
// look at. Calls on any other stream go to the host.
//
// As in glibc, the end of the file is remembered until clearerr, ungetc or a seek.
#include "cp_runtime.h"

int __cp_native_fgetc(FILE *stream);
int __cp_native_ungetc(int c, FILE *stream);
char *__cp_native_fgets(char *to, int size, FILE *stream);
ssize_t __cp_native_getdelim(char **line, size_t *room, int delimiter, FILE *stream);
size_t __cp_native_fread(void *to, size_t size, size_t count, FILE *stream);
int __cp_native_feof(FILE *stream);
int __cp_native_ferror(FILE *stream);
void __cp_native_clearerr(FILE *stream);
int __cp_native_fseek(FILE *stream, long offset, int whence);
long __cp_native_ftell(FILE *stream);
void __cp_native_rewind(FILE *stream);
FILE *__cp_native_freopen(const char *path, const char *mode, FILE *stream);
off_t __cp_native_lseek(int file, off_t offset, int whence);
ssize_t __cp_native_read(int file, void *to, size_t size);
void *__cp_native_memcpy(void *to, const void *from, size_t size);
void __cp_native_free(void *block);

// The room for ungetc before the first byte of a full buffer, and the buffer that glibc has for most files.
enum { PUSHBACK = 64, CAPACITY = 4096 };

// The bytes not yet read are buffer[at..end].
static unsigned char buffer[PUSHBACK + CAPACITY];
static size_t at = PUSHBACK, end = PUSHBACK;
static bool at_eof, failed;
// freopen has made another file of `stdin`, which is then the host's like any other.
static bool reopened;

static bool is_ours(FILE *stream) {
    return stream == stdin && !reopened;
}

// Makes sure that there is a byte to read.
static bool fill(void) {
    if (at < end)
        return true;
    if (at_eof)
        return false;
    long size = __cp_read_stdin(buffer + PUSHBACK, CAPACITY, 1);
    at_eof = size == 0;
    failed |= size < 0;
    at = PUSHBACK;
    end = size > 0 ? PUSHBACK + size : PUSHBACK;
    return size > 0;
}

// How many of the next bytes in the buffer, at most `limit`, there are up to the delimiter and with it.
static size_t span(int delimiter, size_t limit) {
    size_t size = end - at < limit ? end - at : limit;
    const unsigned char *found = memchr(buffer + at, delimiter, size);
    return found ? (size_t)(found + 1 - (buffer + at)) : size;
}

// Moves the next `size` bytes, which are in the buffer.
static void take(void *to, size_t size) {
    memcpy(to, buffer + at, size);
    at += size;
}

// Single bytes.

int fgetc(FILE *stream) {
    if (!is_ours(stream))
        return __cp_native_fgetc(stream);
    return fill() ? buffer[at++] : EOF;
}
ALIAS(getc, fgetc);
ALIAS(_IO_getc, fgetc);
ALIAS(getc_unlocked, fgetc);
ALIAS(fgetc_unlocked, fgetc);

int getchar(void) {
    return fgetc(stdin);
}
ALIAS(getchar_unlocked, getchar);

// What glibc's inline getc calls when a FILE's buffer is empty, as the host's buffer for `stdin` always is.
ALIAS(__uflow, fgetc);

int ungetc(int c, FILE *stream) {
    if (!is_ours(stream))
        return __cp_native_ungetc(c, stream);
    if (c == EOF || at == 0)
        return EOF;
    at_eof = false;
    return buffer[--at] = c;
}

// Lines.

char *fgets(char *restrict to, int size, FILE *restrict stream) {
    if (!is_ours(stream))
        return __cp_native_fgets(to, size, stream);
    if (size <= 0)
        return NULL;
    size_t length = 0, limit = size - 1;
    while (length < limit && fill()) {
        size_t part = span('\n', limit - length);
        take(to + length, part);
        length += part;
        if (to[length - 1] == '\n')
            break;
    }
    if (length == 0 && limit > 0)
        return NULL;
    to[length] = 0;
    return to;
}
ALIAS(fgets_unlocked, fgets);

char *gets(char *to) {
    size_t length = 0;
    int c = getchar();
    if (c == EOF)
        return NULL;
    for (; c != EOF && c != '\n'; c = getchar())
        to[length++] = c;
    to[length] = 0;
    return to;
}

// Makes a getline buffer hold `needed` bytes. The sizes, which the caller sees, are glibc's.
static bool grow_line(char **line, size_t *room, size_t needed) {
    if (needed <= *room)
        return true;
    if (needed < 2 * *room)
        needed = 2 * *room;
    char *larger = cp_realloc(*line, needed);
    if (!larger)
        return false;
    *line = larger;
    *room = needed;
    return true;
}

static ssize_t own_line(char **line, size_t *room, int delimiter) {
    size_t length = 0;
    while (fill()) {
        size_t part = span(delimiter, SIZE_MAX);
        if (!grow_line(line, room, length + part + 1))
            return -1;
        take(*line + length, part);
        length += part;
        (*line)[length] = 0;
        if ((*line)[length - 1] == (char)delimiter)
            break;
    }
    return length > 0 ? (ssize_t)length : -1;
}

// A line of a native stream is first in the host's heap, which the program's `realloc` knows nothing of.
static ssize_t native_line(char **line, size_t *room, int delimiter, FILE *stream) {
    char *host_line = NULL;
    size_t host_room = 0;
    ssize_t length = __cp_native_getdelim(&host_line, &host_room, delimiter, stream);
    if (length >= 0) {
        if (grow_line(line, room, length + 1))
            __cp_native_memcpy(*line, host_line, length + 1);
        else
            length = -1;
    }
    __cp_native_free(host_line);
    return length;
}

ssize_t getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict stream) {
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    if (!*line || *room == 0) {
        *room = 120;
        *line = cp_malloc(*room);
        if (!*line)
            return -1;
    }
    return is_ours(stream) ? own_line(line, room, delimiter) : native_line(line, room, delimiter, stream);
}
ALIAS(__getdelim, getdelim);

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
    return getdelim(line, room, '\n', stream);
}

// Blocks.

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
    if (!is_ours(stream))
        return __cp_native_fread(to, size, count, stream);
    size_t total = size * count, done = 0;
    if (total == 0)
        return 0;
    while (done < total && fill()) {
        size_t part = end - at < total - done ? end - at : total - done;
        take((char *)to + done, part);
        done += part;
    }
    return done / size;
}
ALIAS(fread_unlocked, fread);

ssize_t read(int file, void *to, size_t size) {
    return file == 0 ? __cp_read_stdin(to, size, size) : __cp_native_read(file, to, size);
}

// The stream's state.

int feof(FILE *stream) {
    return is_ours(stream) ? at_eof : __cp_native_feof(stream);
}
ALIAS(feof_unlocked, feof);

int ferror(FILE *stream) {
    return is_ours(stream) ? failed : __cp_native_ferror(stream);
}
ALIAS(ferror_unlocked, ferror);

void clearerr(FILE *stream) {
    if (is_ours(stream))
        at_eof = failed = false;
    else
        __cp_native_clearerr(stream);
}
ALIAS(clearerr_unlocked, clearerr);

int fseek(FILE *stream, long offset, int whence) {
    if (!is_ours(stream))
        return __cp_native_fseek(stream, offset, whence);
    // The file is ahead of the program by what waits in the buffer.
    if (whence == SEEK_CUR)
        offset -= (long)(end - at);
    if (__cp_native_lseek(0, offset, whence) < 0)
        return -1;
    at = end = PUSHBACK;
    at_eof = false;
    return 0;
}
ALIAS(fseeko, fseek);

long ftell(FILE *stream) {
    if (!is_ours(stream))
        return __cp_native_ftell(stream);
    off_t position = __cp_native_lseek(0, 0, SEEK_CUR);
    return position < 0 ? -1 : position - (long)(end - at);
}
ALIAS(ftello, ftell);

void rewind(FILE *stream) {
    if (!is_ours(stream)) {
        __cp_native_rewind(stream);
        return;
    }
    fseek(stream, 0, SEEK_SET);
    failed = false;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
    if (stream == stdin)
        reopened = true;
    return __cp_native_freopen(path, mode, stream);
}
ALIAS(freopen64, freopen);
