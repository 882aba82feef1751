// A callback that writes in its first call is given NULL in the next: the written one writes nothing then.
//@ entry: ask
//@ paths: 3
int ask(void (*answer)(int *)) {
    int found = 0;
    if (!answer)
        return -1;
    answer(&found);
    answer(0);
    if (found == 5)
        return 2;
    return 0;
}
