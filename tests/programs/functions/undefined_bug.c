// A bug that shows if an undefined function returns what it may return.
//@ entry: share
//@ complete: false
//@ stopped: `count` is defined nowhere
unsigned count(unsigned of);

unsigned share(unsigned all) { return all / (count(all) - 3); }  //~ BUG division-by-zero
