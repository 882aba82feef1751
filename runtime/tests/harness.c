#include "check.h"
void test_harness(void) {}
