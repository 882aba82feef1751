// What a function of these libraries may rely on. Natively it is an assertion; Counterpoint explores what satisfies it.
#ifndef CONTRACT_H
#define CONTRACT_H

#if __has_include("counterpoint.h")
#include "counterpoint.h"
#define REQUIRE(condition) cp_assume(condition)
#else
#include <assert.h>
#define REQUIRE(condition) assert(condition)
#endif

#endif
