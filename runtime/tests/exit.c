#include "check.h"
void test_exit(void) {}
