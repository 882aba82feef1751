// Reading standard input, the streams that a function without a harness is given, and the files that it opens: through buffers of our own over two
// primitives, so that every byte a program reads can become symbolic. Streams ask for one byte at a time, so that nothing
// is decided about those a program doesn't look at. Calls on any other stream go to the host.
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
FILE *__cp_native_fopen(const char *path, const char *mode);
FILE *__cp_native_freopen(const char *path, const char *mode, FILE *stream);
int __cp_native_fclose(FILE *stream);
int __cp_native_fflush(FILE *stream);
int __cp_native_setvbuf(FILE *stream, char *buffer, int mode, size_t size);
off_t __cp_native_lseek(int file, off_t offset, int whence);
ssize_t __cp_native_read(int file, void *to, size_t size);
void *__cp_native_memcpy(void *to, const void *from, size_t size);
void __cp_native_free(void *block);

// The room for what is pushed back, and the buffer that glibc has for most files. A function is given a few streams at most.
enum { PUSHBACK = 64, CAPACITY = 4096, MOST_STREAMS = 8 };

// The bytes not yet read are what was pushed back, the last `pushed` bytes of `back`, and then buffer[at..end].
struct stream {
    size_t at, end, pushed;
    bool at_eof, failed;
    // Was its end ever met?
    bool was_at_eof;
    // Was it opened, and if so for writing only, or as a new file, which is empty?
    bool opened, only_written, is_new;
    // Can it be written to, and is it at its end, wherever that is?
    bool has_output, appends;
    unsigned char back[PUSHBACK];
    unsigned char buffer[CAPACITY];
};

static struct stream standard_input;
// These keep all that was read, so that they can be rewound.
static struct stream inputs[MOST_STREAMS];
// freopen has made another file of `stdin`, which is then the host's like any other.
static bool reopened;

// The stream behind a FILE, if we read it.
static struct stream *ours(FILE *file) {
    if (file == stdin)
        return reopened ? NULL : &standard_input;
    unsigned long number = __cp_stream(file);
    struct stream *stream = number - 1 < MOST_STREAMS ? &inputs[number - 1] : NULL;
    // The host would fail without saying why, and a file that was closed is none.
    if (!file || (stream && stream->opened))
        (void)*(const volatile char *)file;
    return stream;
}

static long read_more(struct stream *stream) {
    if (stream != &standard_input) {
        // What is behind its end is there again if others wrote it.
        __cp_look_back(stream - inputs + 1, stream->was_at_eof);
        if (stream->is_new)
            return 0;
        size_t room = CAPACITY - stream->end;
        return __cp_read_stream(stream - inputs + 1, stream->buffer + stream->end, room, 1);
    }
    stream->at = stream->end = 0;
    return __cp_read_stdin(stream->buffer, CAPACITY, 1);
}

// Makes sure that there is a byte to read.
static bool fill(struct stream *stream) {
    if (stream->pushed > 0)
        return true;
    while (stream->at >= stream->end) {
        if (stream->at_eof)
            return false;
        if (stream->only_written) {
            stream->failed = true;
            errno = EBADF;
            return false;
        }
        long size = read_more(stream);
        stream->at_eof = size == 0;
        stream->was_at_eof |= size == 0;
        stream->failed |= size < 0;
        if (size <= 0)
            return false;
        stream->end += size;
    }
    return true;
}

// How many bytes there are at once, and where.
static size_t waiting(struct stream *stream) {
    return stream->pushed > 0 ? stream->pushed : stream->end - stream->at;
}

static unsigned char *next(struct stream *stream) {
    return stream->pushed > 0 ? stream->back + PUSHBACK - stream->pushed : stream->buffer + stream->at;
}

// How many of the bytes that are there at once, at most `limit`, there are up to the delimiter and with it.
static size_t span(struct stream *stream, int delimiter, size_t limit) {
    size_t size = waiting(stream) < limit ? waiting(stream) : limit;
    const unsigned char *found = memchr(next(stream), delimiter, size);
    return found ? (size_t)(found + 1 - next(stream)) : size;
}

// Moves the next `size` bytes, which are there at once.
static void take(struct stream *stream, void *to, size_t size) {
    memcpy(to, next(stream), size);
    if (stream->pushed > 0)
        stream->pushed -= size;
    else
        stream->at += size;
}

// Single bytes.

int fgetc(FILE *file) {
    struct stream *stream = ours(file);
    if (!stream)
        return __cp_native_fgetc(file);
    if (!fill(stream))
        return EOF;
    return stream->pushed > 0 ? stream->back[PUSHBACK - stream->pushed--] : stream->buffer[stream->at++];
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

int ungetc(int c, FILE *file) {
    struct stream *stream = ours(file);
    if (!stream)
        return __cp_native_ungetc(c, file);
    if (c == EOF)
        return EOF;
    if (stream->pushed == PUSHBACK) {
        __cp_left_out("no more than 64 bytes are pushed back");
        return EOF;
    }
    stream->at_eof = false;
    return stream->back[PUSHBACK - ++stream->pushed] = c;
}

// Lines.

char *fgets(char *restrict to, int size, FILE *restrict file) {
    struct stream *stream = ours(file);
    if (!stream)
        return __cp_native_fgets(to, size, file);
    if (size <= 0)
        return NULL;
    size_t length = 0, limit = size - 1;
    while (length < limit && fill(stream)) {
        size_t part = span(stream, '\n', limit - length);
        take(stream, to + length, part);
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

static ssize_t own_line(char **line, size_t *room, int delimiter, struct stream *stream) {
    size_t length = 0;
    while (fill(stream)) {
        size_t part = span(stream, delimiter, SIZE_MAX);
        if (!grow_line(line, room, length + part + 1))
            return -1;
        take(stream, *line + length, part);
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

ssize_t getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict file) {
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
    struct stream *stream = ours(file);
    return stream ? own_line(line, room, delimiter, stream) : native_line(line, room, delimiter, file);
}
ALIAS(__getdelim, getdelim);

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
    return getdelim(line, room, '\n', stream);
}

// Blocks.

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file) {
    struct stream *stream = ours(file);
    if (!stream)
        return __cp_native_fread(to, size, count, file);
    size_t total = size * count, done = 0;
    if (total == 0)
        return 0;
    while (done < total && fill(stream)) {
        size_t part = waiting(stream) < total - done ? waiting(stream) : total - done;
        take(stream, (char *)to + done, part);
        done += part;
    }
    return done / size;
}
ALIAS(fread_unlocked, fread);

ssize_t read(int file, void *to, size_t size) {
    return file == 0 ? __cp_read_stdin(to, size, size) : __cp_native_read(file, to, size);
}

// The stream's state.

int feof(FILE *file) {
    struct stream *stream = ours(file);
    return stream ? stream->at_eof : __cp_native_feof(file);
}
ALIAS(feof_unlocked, feof);

int ferror(FILE *file) {
    struct stream *stream = ours(file);
    return stream ? stream->failed : __cp_native_ferror(file);
}
ALIAS(ferror_unlocked, ferror);

void clearerr(FILE *file) {
    struct stream *stream = ours(file);
    if (stream)
        stream->at_eof = stream->failed = false;
    else
        __cp_native_clearerr(file);
}
ALIAS(clearerr_unlocked, clearerr);

// It matters where a stream is. Nobody knows how long a file is that is appended to.
static void look_back(struct stream *stream, bool is_moved) {
    __cp_look_back(stream - inputs + 1, is_moved);
    if (stream->appends)
        __cp_left_out("a file that is appended to is empty at first");
}

// In a stream that keeps all that was read. Its end is known once it was come to.
static int seek_input(struct stream *stream, long offset, int whence) {
    look_back(stream, true);
    long from = whence == SEEK_SET ? 0 : (long)(stream->at - stream->pushed);
    stream->pushed = 0;
    if (whence == SEEK_END && !stream->only_written) {
        stream->at = stream->end;
        while (fill(stream))
            stream->at = stream->end;
        from = (long)stream->at;
    }
    long target;
    if (__builtin_add_overflow(from, offset, &target) || target < 0) {
        errno = EINVAL;
        return -1;
    }
    stream->at = (size_t)target;
    stream->at_eof = false;
    return 0;
}

int fseek(FILE *file, long offset, int whence) {
    struct stream *stream = ours(file);
    if (!stream)
        return __cp_native_fseek(file, offset, whence);
    if (whence < SEEK_SET || whence > SEEK_END) {
        errno = EINVAL;
        return -1;
    }
    if (stream != &standard_input)
        return seek_input(stream, offset, whence);
    // The file is ahead of the program by what waits in the buffer.
    if (whence == SEEK_CUR)
        offset -= (long)(stream->end - stream->at + stream->pushed);
    if (__cp_native_lseek(0, offset, whence) < 0)
        return -1;
    stream->at = stream->end = stream->pushed = 0;
    stream->at_eof = false;
    return 0;
}
ALIAS(fseeko, fseek);

long ftell(FILE *file) {
    struct stream *stream = ours(file);
    if (!stream)
        return __cp_native_ftell(file);
    if (stream != &standard_input) {
        look_back(stream, false);
        return (long)(stream->at - stream->pushed);
    }
    off_t position = __cp_native_lseek(0, 0, SEEK_CUR);
    return position < 0 ? -1 : position - (long)(stream->end - stream->at + stream->pushed);
}
ALIAS(ftello, ftell);

void rewind(FILE *file) {
    struct stream *stream = ours(file);
    if (!stream) {
        __cp_native_rewind(file);
        return;
    }
    fseek(file, 0, SEEK_SET);
    stream->failed = false;
}

// Files. A name says nothing about what is there: any may be missing, or have any contents.

FILE *fopen(const char *restrict path, const char *restrict mode) {
    if (!__cp_explores_files())
        return __cp_native_fopen(path, mode);
    char first = *mode;
    bool updates = false;
    // As in glibc, which looks at no more.
    for (int i = 1; i < 7 && mode[i] && mode[i] != ','; i++)
        updates |= mode[i] == '+';
    if (first != 'r' && first != 'w' && first != 'a') {
        errno = EINVAL;
        return NULL;
    }
    FILE *file = __cp_open(path, updates ? 3 : first == 'r' ? 1 : 2);
    if (!file)
        return NULL;
    struct stream *stream = &inputs[__cp_stream(file) - 1];
    stream->opened = true;
    stream->only_written = first != 'r' && !updates;
    stream->is_new = first == 'w';
    stream->has_output = first != 'r' || updates;
    stream->appends = first == 'a';
    return file;
}
ALIAS(fopen64, fopen);

// What a function is given is closed by whoever made it, as far as we know: once is as good as never.
int fclose(FILE *file) {
    unsigned long number = file ? __cp_stream(file) : 0;
    if (number == 0)
        return __cp_native_fclose(file);
    if (number > MOST_STREAMS || !inputs[number - 1].opened)
        return 0;
    __cp_free(file);
    // What is written waits in a buffer, so it is only now that there is no room for it.
    if (!__cp_output_fails(number, true))
        return 0;
    errno = ENOSPC;
    return EOF;
}

// Modes of setvbuf; lines are in between.
enum { FULLY_BUFFERED = 0, UNBUFFERED = 2 };

int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size) {
    struct stream *stream = file && __cp_stream(file) ? ours(file) : NULL;
    if (!stream)
        return __cp_native_setvbuf(file, buffer, mode, size);
    if (mode < 0 || mode > UNBUFFERED)
        return EOF;
    // Output may fail earlier then.
    if (stream->has_output && (mode != FULLY_BUFFERED || (buffer && size < CAPACITY)))
        __cp_left_out("the buffer of a stream has room for 4096 bytes");
    return 0;
}

static int flush(struct stream *stream) {
    if (!__cp_output_fails(stream - inputs + 1, false))
        return 0;
    stream->failed = true;
    errno = ENOSPC;
    return EOF;
}

// All streams, the host's among them.
static int flush_all(void) {
    int result = 0;
    for (int i = 0; i < MOST_STREAMS; i++)
        if (flush(&inputs[i]))
            result = EOF;
    if (result == 0)
        return __cp_native_fflush(NULL);
    __cp_native_fflush(NULL);
    return EOF;
}

int fflush(FILE *file) {
    if (!file)
        return flush_all();
    struct stream *stream = __cp_stream(file) ? ours(file) : NULL;
    return stream ? flush(stream) : __cp_native_fflush(file);
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
    if (stream == stdin)
        reopened = true;
    return __cp_native_freopen(path, mode, stream);
}
ALIAS(freopen64, freopen);
