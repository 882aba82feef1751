// Pointers that are compared before anything says what they lead to: one may lead to where it is itself.
//@ entry: own
//@ paths: 5
int own(void **place) {
    if (!place || !*place)
        return 0;
    if (*place == place)
        return 1;
    if (*(int *)*place == 3)
        return 2;
    return 3;
}
