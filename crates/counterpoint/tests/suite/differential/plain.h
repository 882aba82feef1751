// How Counterpoint reads a generated program: every macro is the plain operation of C, so that its own decisions
// and checks must see what happens. `oracle.h` has the other reading.
#include <stdint.h>
#include <stdlib.h>

#include "counterpoint.h"
#include "types.h"

#define INPUT(x) cp_symbolic(&(x), sizeof(x), #x)
#define INPUT_RANGE(x, low, high) (INPUT(x), cp_assume((x) >= (low) && (x) < (high)))

#define DECIDE(k, condition) (condition)
#define CASE(k) (void)0
#define CALL(table, i, x) (table)[i](x)
#define CHECK(condition) cp_assert(condition)
#define ABORT() abort()

#define ADD(T, a, b) ((T)(a) + (T)(b))
#define SUB(T, a, b) ((T)(a) - (T)(b))
#define MUL(T, a, b) ((T)(a) * (T)(b))
#define DIV(T, a, b) ((T)(a) / (T)(b))
#define REM(T, a, b) ((T)(a) % (T)(b))
#define SHL(T, a, b) ((T)(a) << (b))
#define SHR(T, a, b) ((T)(a) >> (b))
#define NEG(T, a) (-(T)(a))
#define ADD_TO(T, x, e) ((x) += (e))
#define SUB_FROM(T, x, e) ((x) -= (e))
#define INCREMENT(T, x) ((x)++)

#define READ(a, i, n) (a)[i]
#define WRITE(a, i, n) (a)[i]
#define INNER(a, i, n) (a)[i]
#define WORD(a, i) (*(const i32 *)((a) + (i)))

#define POINTER(T, p) T *p = 0
#define AIM(p, target, base, n) ((p) = (target))
#define PARAMETER(T, p) T *p
#define PASS(p) p
#define PASS_ARRAY(a, n) a
#define LOAD(p, i) (p)[i]
#define STORE(p, i) (p)[i]
#define BLOCK(T, p, n) ((p) = calloc((size_t)(n), sizeof(T)))
#define RELEASE(p) free(p)

#define UNSET(T, x) T x
#define SET(x, e) ((x) = (e))
#define USE(x) (x)

#define MAIN(program) \
    int main(void) { return (int)(program()); }
