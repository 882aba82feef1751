//@ paths: 96
//@ paths-smart: 68
// `top` of the 2007 paper, whose count is 2n + 3 for n = 32; one more is a string without a zero.
#define N 32
#include "../../explore/locate.h"
