int flag;
int f(void (*callback)(void));
static void set(void) { flag = 1; }
int run(void) { return f(set); }
