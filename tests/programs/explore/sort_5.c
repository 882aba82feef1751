//@ paths: 120
//@ complete: true
#define N 5
#include "sort.h"
