#include "check.h"
void test_scanf(void) {}
