// An earlier pointer may lead into the object of a later one; that is asked for by comparing them.
//@ entry: follows
//@ paths: 5
int follows(const int *a, const int *b) {
    if (!a || !b)
        return -1;
    return a == b + 3;
}
