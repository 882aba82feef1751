// Functions and parameters may be called like the macros that tests are written with.
//@ has: (CHECK)(INPUT)
//@ has: (TEST)(BUG)
//@ has: FILLED(FILL)
//@ says: complete: yes
//@ says: bugs: 1 confirmed, 0 unconfirmed
int TEST(int BUG) { return BUG > 2 ? 1 : 0; }
int BUG(int TEST) { return TEST > 2 ? 1 : 0; }
int CHECK(int INPUT) { return 1 / INPUT; }
int FILLED(int FILL) { return FILL > 2 ? 1 : 0; }
