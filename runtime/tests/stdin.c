// Random sequences of input calls, on the runtime's `stdin` and on a file with the same bytes. Only what C and POSIX
// promise is compared.
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

RT(fgetc);
RT(getc);
RT(getchar);
RT(ungetc);
RT(fgets);
RT(getline);
RT(getdelim);
RT(fread);
RT(feof);
RT(ferror);
RT(clearerr);
RT(fseek);
RT(ftell);
RT(rewind);
RT(read);
RT(fscanf);
char *rt_gets(char *to);

enum { MOST = 9000, ROOM = 64 };

static char bytes[MOST];
// The host's stream with the same bytes.
static FILE *host;
// The byte that was read last, which ungetc may give back.
static int last;
// Is a byte given back that wasn't read since? There need not be room for another.
static int is_full;

static void test_getc(void) {
    int x = pick(2) ? rt_fgetc(stdin) : pick(2) ? rt_getc(stdin) : rt_getchar(), y = fgetc(host);
    CHECK(x == y, "%d, not %d", x, y);
    last = x;
    is_full = 0;
}

static void test_ungetc(void) {
    int c = is_full ? EOF : pick(3) ? last : (int)pick(256);
    CHECK(rt_ungetc(c, stdin) == ungetc(c, host), "%d", c);
    last = EOF;
    is_full |= c != EOF;
}

static void test_fgets(void) {
    // With room for nothing but the end, it is open what the end of the file means.
    int size = pick(8) ? pick(ROOM - 1) + 2 : 2;
    char x[ROOM], y[ROOM];
    memset(x, 1, ROOM);
    memset(y, 1, ROOM);
    CHECK(!rt_fgets(x, size, stdin) == !fgets(y, size, host) && memcmp(x, y, ROOM) == 0, "%d", size);
}

// The line buffers of the runtime and of the host.
static char *line_x, *line_y;
static size_t room_x, room_y;

static void free_lines(void) {
    free(line_x);
    free(line_y);
    line_x = line_y = NULL;
    room_x = room_y = 0;
}

static void test_getline(void) {
    int delimiter = pick(4) ? '\n' : 'b';
    ssize_t length_x = delimiter == '\n' ? rt_getline(&line_x, &room_x, stdin)
                                         : rt_getdelim(&line_x, &room_x, delimiter, stdin);
    ssize_t length_y = getdelim(&line_y, &room_y, delimiter, host);
    CHECK(length_x == length_y, "%zd, not %zd", length_x, length_y);
    CHECK(length_x < 0 || room_x > (size_t)length_x, "%zu for %zd bytes", room_x, length_x);
    CHECK(length_x < 0 || memcmp(line_x, line_y, length_x + 1) == 0, "%zd bytes", length_x);
    if (!pick(3))
        free_lines();
}

static void test_fread(void) {
    static char x[MOST], y[MOST];
    size_t size = pick(4), count = pick(8) ? pick(20) : pick(MOST / 4);
    memset(x, 1, MOST);
    memset(y, 1, MOST);
    size_t read = rt_fread(x, size, count, stdin);
    CHECK(read == fread(y, size, count, host), "%zu %zu", size, count);
    // What is in an element that was read in part is open.
    CHECK(memcmp(x, y, size * read) == 0, "%zu %zu", size, count);
}

static void test_fscanf(void) {
    char x[ROOM] = "", y[ROOM] = "";
    CHECK(rt_fscanf(stdin, "%9s", x) == fscanf(host, "%9s", y) && strcmp(x, y) == 0, "'%s', not '%s'", x, y);
}

static void test_clearerr(void) {
    rt_clearerr(stdin);
    clearerr(host);
}

static void test_state(void) {
    CHECK(!rt_feof(stdin) == !feof(host) && !rt_ferror(stdin) == !ferror(host), "%d", feof(host));
}

static void make_input(size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = pick(40) ? "aab \xff\0"[pick(6)] : '\n';
    host = fmemopen(bytes, size ? size : 1, "r");
    if (!size)
        fgetc(host);
}

static void test_calls(size_t size, int small_reads) {
    static void (*const tests[])(void) = {test_getc, test_getc, test_ungetc, test_fgets, test_getline, test_fread,
                                          test_fscanf, test_clearerr, test_state};
    make_input(size);
    set_stdin(bytes, size, small_reads);
    rt_clearerr(stdin);
    last = EOF;
    is_full = 0;
    for (int i = 0; i < 60; i++) {
        tests[pick(sizeof tests / sizeof *tests)]();
        test_state();
    }
    fclose(host);
    free_lines();
    set_stdin("", 0, 0);
    while (rt_fgetc(stdin) != EOF)
        ;
}

// Seeks in a file that is standard input, as in another file with the same bytes.
static void test_seeks(void) {
    FILE *file = tmpfile();
    host = tmpfile();
    for (size_t i = 0; i < MOST; i++) {
        int c = pick(256);
        fputc(c, file);
        fputc(c, host);
    }
    rewind(file);
    rewind(host);
    dup2(fileno(file), 0);
    set_stdin_file();
    rt_rewind(stdin);
    for (int i = 0; i < 500; i++) {
        int whence = pick(3);
        long offset = whence == SEEK_SET ? pick(MOST) : whence == SEEK_END ? -(long)pick(MOST) : (long)pick(200) - 100;
        CHECK(!rt_fseek(stdin, offset, whence) == !fseek(host, offset, whence), "%ld %d", offset, whence);
        CHECK(rt_ftell(stdin) == ftell(host), "%ld, not %ld", rt_ftell(stdin), ftell(host));
        test_fread();
        test_state();
        CHECK(rt_ftell(stdin) == ftell(host), "%ld, not %ld", rt_ftell(stdin), ftell(host));
    }
    fclose(host);
    fclose(file);
    set_stdin("", 0, 0);
    while (rt_fgetc(stdin) != EOF)
        ;
}

// gets isn't in the headers any more, so its answers are written out.
static void test_gets(void) {
    char line[ROOM];
    set_stdin("one\n\nlast", 9, 0);
    rt_clearerr(stdin);
    CHECK(rt_gets(line) == line && strcmp(line, "one") == 0, "%s", line);
    CHECK(rt_gets(line) == line && strcmp(line, "") == 0, "%s", line);
    CHECK(rt_gets(line) == line && strcmp(line, "last") == 0, "%s", line);
    CHECK(rt_gets(line) == NULL && strcmp(line, "last") == 0, "%s", line);
}

// Other streams are the host's, but a line of theirs is in the program's heap.
static void test_other_stream(void) {
    char text[] = "first\nsecond, which has more than a hundred and twenty bytes, so that the buffer for it must "
                  "grow beyond its first size, as the host's does\n";
    FILE *x = fmemopen(text, sizeof text - 1, "r"), *y = fmemopen(text, sizeof text - 1, "r");
    for (int i = 0; i < 3; i++) {
        ssize_t length = rt_getline(&line_x, &room_x, x);
        CHECK(length == getline(&line_y, &room_y, y), "line %d", i);
        CHECK(length < 0 || (room_x > (size_t)length && strcmp(line_x, line_y) == 0), "line %d", i);
    }
    free_lines();
    rt_rewind(x);
    CHECK(rt_fgetc(x) == 'f' && rt_ungetc('g', x) == 'g' && rt_fgetc(x) == 'g' && !rt_feof(x), "bytes");
    CHECK(rt_fseek(x, 3, SEEK_SET) == 0 && rt_ftell(x) == 3 && rt_fgetc(x) == 's', "seek");
    fclose(x);
    fclose(y);
}

void test_stdin(void) {
    for (int i = 0; i < 3000; i++)
        test_calls(pick(4) ? pick(300) : pick(MOST), pick(2));
    test_seeks();
    test_gets();
    test_other_stream();
    rt___cp_errno = 0;
    CHECK(rt_getline(NULL, NULL, stdin) == -1 && rt___cp_errno == EINVAL, "no line");
    char c;
    set_stdin("x", 1, 0);
    CHECK(rt_read(0, &c, 1) == 1 && c == 'x' && rt_read(0, &c, 1) == 0, "read");
}
