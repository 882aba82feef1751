// Native code that programs are linked with; only what it exports is known.
extern void *malloc(unsigned long);
extern void free(void *);
extern void exit(int);
extern int printf(const char *, ...);

int steps_limit = 7;
static int taken;

int steps_double(int x) { return 2 * x; }

int steps_next(void) { return ++taken; }

char *steps_text(int first) {
    char *text = malloc(2);
    if (text) {
        text[0] = (char)first;
        text[1] = 0;
    }
    return text;
}

void steps_write(int *to) {
    printf("written\n");
    *to = 5;
}

int steps_apply(int (*function)(int), int x) { return function(x); }

void steps_end(int code) { exit(code); }

void steps_free(void *block) { free(block); }
