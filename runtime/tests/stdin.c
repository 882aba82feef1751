#include "check.h"
void test_stdin(void) {}
