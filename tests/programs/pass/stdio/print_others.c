// The other ways to write: puts, putchar, fputs, fwrite, and standard error apart.
#include <stdio.h>

int main(void) {
    puts("puts");
    putchar('c');
    putc('\n', stdout);
    fputs("fputs\n", stdout);
    fputc('x', stdout);
    fwrite("\nfwrite\n", 1, 8, stdout);
    fprintf(stdout, "%s %d\n", "fprintf", 1);
    fprintf(stderr, "not on standard output\n");
    fputs("", stdout);
    fflush(stdout);
    return 0;
}
