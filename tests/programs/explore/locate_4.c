//@ paths: 12
//@ complete: true
#define N 4
#include "locate.h"
