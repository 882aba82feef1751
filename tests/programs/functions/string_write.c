// A char * may be written as far as its string goes, and the zero at its end too.
//@ entry: clear
//@ paths: 4
//@ max-length: 2
//@ complete: false
void clear(char *s) {
    for (; *s; s++)  //~ UNLESS null-dereference: `s` is not NULL
        *s = 'x';
    *s = 0;
}
