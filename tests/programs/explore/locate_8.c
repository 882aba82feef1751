//@ paths: 24
//@ complete: true
#define N 8
#include "locate.h"
