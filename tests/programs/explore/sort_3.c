//@ paths: 6
//@ complete: true
#define N 3
#include "sort.h"
