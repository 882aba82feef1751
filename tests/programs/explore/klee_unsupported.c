//@ paths: 1
//@ complete: false
// What no native program can do is unsupported where it is called. The tests of other paths build and hold all the same.
#include <stddef.h>

void klee_make_symbolic(void *bytes, size_t size, const char *name);
size_t klee_get_obj_size(void *object);
void *klee_define_fixed_object(void *address, size_t size);
void klee_alias_function(const char *name, const char *other);

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 1)
        return (int)klee_get_obj_size(&x);
    if (x == 2)
        return klee_define_fixed_object((void *)0x100000, 4) == NULL;
    if (x == 3)
        klee_alias_function("main", "other");
    return x > 3;
}
