// A called function compares a pointer that is NULL at first. It may lead into what another one points to, in every mode.
//@ entry: is_second
//@ options: --mode=smart
//@ paths: 3
struct pair {
    int first, second;
} *pair;
int *found;

int is_second(void) {
    if (found == &pair->second) {  //~ UNLESS null-dereference: `pair` is not NULL
        return 1;
    }
    return 0;
}
