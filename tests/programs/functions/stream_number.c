// What is behind a stream is nobody's but the C library's.
//@ entry: number
//@ paths: 1
//@ complete: false
//@ stopped: using what the input `file` points to: only the C library can make it
#include <stdio.h>

int number(FILE *file) {
    return file ? fileno(file) : -1;
}
