#include "check.h"
void test_fortify(void) {}
