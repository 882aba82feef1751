static int counter = 20;
static int helper(void) { return counter++; }
int right(void) { return helper() * 10000; }
