// The globals that a function reads are inputs; others are left alone.
//@ entry: next
//@ paths: 3
int counter = 5;
static const int limit = 100;
static _Bool stopped;
int unrelated[4];

int next(void) {
    if (stopped)
        return -1;
    if (counter == limit)
        return 0;
    counter = 1;
    return 1;
}

int other(void) { return unrelated[1]++; }
