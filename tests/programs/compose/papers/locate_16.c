//@ paths: 48
//@ paths-smart: 36
// `top` of the 2007 paper, whose count is 2n + 3 for n = 16; one more is a string without a zero.
#define N 16
#include "../../explore/locate.h"
