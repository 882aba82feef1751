// What a program under test says to Counterpoint. Include it, mark the inputs, and state what must hold:
//
//     int n;
//     cp_symbolic(&n, sizeof n, "n");
//     cp_assume(n > 0);
//     cp_assert(isqrt(n) * isqrt(n) <= n);
#ifndef COUNTERPOINT_H
#define COUNTERPOINT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Makes `size` bytes an input called `name`: in a test they take every value that leads somewhere new. In
// `counterpoint run`, which has no inputs to choose, they become zero.
void cp_symbolic(void *bytes, size_t size, const char *name);

// An input of type `int`, with `low <= value && value < high`; in `counterpoint run`, `low`.
int cp_range(int low, int high, const char *name);

// Goes on only if `condition` isn't zero. Where it is, the run ends and counts for nothing.
void cp_assume(int condition);

// A condition that must hold; where it doesn't, that is a bug, reported with an input that leads there.
#define cp_assert(condition) \
    ((condition) ? (void)0 : cp_assert_failed(#condition, __FILE__, __LINE__, __func__))

// All inputs of a type that a function without a harness is given are as `function` says, which is given the address of one
// and returns a `bool` or an `int`. At the level of the file, behind the function:
//
//     bool is_valid(const struct list *list) { return list->count <= list->capacity; }
//     cp_invariant(struct list, is_valid);
//
// Inputs are parameters and globals, what they point to, and the members of both. What an object of that type leads to
// in turn, `function` has to look at itself.
#define cp_invariant(type, function) \
    enum { cp_invariant_fits_##function = sizeof((function)((const type *)0)) }; \
    static __typeof__(function) *const cp_invariant_of_##function __attribute__((used)) = function

// What `cp_assert` calls.
void cp_assert_failed(const char *text, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
