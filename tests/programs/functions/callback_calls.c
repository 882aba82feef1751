// So many calls of a callback are explored, and no more.
//@ entry: drain
//@ options: --stub-calls=3
//@ complete: false
//@ stopped: the limit of 3 calls of a callback or an undefined function
int drain(int (*more)(void)) {
    int count = 0;
    while (more())  //~ UNLESS null-dereference: `more` is not NULL
        count++;
    return count;
}
