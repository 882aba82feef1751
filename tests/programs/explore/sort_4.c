//@ paths: 24
//@ complete: true
#define N 4
#include "sort.h"
