// Files.
//@ entry: put
//@ error: its parameter `file` of type `FILE *` points to
#include <stdio.h>

void put(FILE *file) { fputs("x", file); }
