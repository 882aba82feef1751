//@ entry: f
//@ files: function_types/handler.i
//@ paths: 3
// A pointer to a pointer to functions may lead to a global variable of another file, which describes that type anew.
typedef void (*handler)(int);
extern handler g;
void h1(int);

int f(handler *p) {
    if (!p)
        return -1;
    g = 0;
    *p = h1;
    if (g)
        return 1;
    return 0;
}
