int helper(int);
int half(int x) { return helper(x); }
