//@ paths: 162
//@ runs-smart: 14
//@ runs-demand: 14
// A packet parser after the 2007 paper's, for packets of six characters: three branches need more, and proving it must
// not keep the demand-driven search.
#define SIZE 6
#include "../../../../bench/compose/packet.c"
