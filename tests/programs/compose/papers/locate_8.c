//@ paths: 24
//@ paths-smart: 20
// `top` of the 2007 paper, whose count is 2n + 3 for n = 8; one more is a string without a zero.
#define N 8
#include "../../explore/locate.h"
