//@ paths: 12
//@ paths-smart: 12
// `top` of the 2007 paper, whose count is 2n + 3 for n = 4; one more is a string without a zero.
#define N 4
#include "../../explore/locate.h"
