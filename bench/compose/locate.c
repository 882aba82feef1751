// `top` and `locate` of the 2007 paper, for strings of SIZE characters: 3 * SIZE paths.
#ifndef SIZE
#define SIZE 8
#endif
#define N SIZE
#include "../../tests/programs/explore/locate.h"
