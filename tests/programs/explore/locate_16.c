//@ paths: 48
//@ complete: true
#define N 16
#include "locate.h"
