//@ paths: 192
//@ paths-smart: 132
// `top` of the 2007 paper, whose count is 2n + 3 for n = 64; one more is a string without a zero.
#define N 64
#include "../../explore/locate.h"
