static int counter = 10;
static int helper(void) { return counter++; }
int left(void) { return helper() * 100; }
