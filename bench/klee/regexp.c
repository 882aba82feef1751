// The matcher of bench/explore, as in KLEE's tutorial: seven characters without an end, so that it reads on behind them.
#define LENGTH 7
#define END 0
#include "../explore/regexp.c"
