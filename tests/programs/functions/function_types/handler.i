typedef void (*handler)(int);
int last;
void h1(int x) { last = x; }
handler g;
