// Invokes, landing pads, resumes and destructors; no header is needed.
struct guard { int *p; guard(int *p) : p(p) { ++*p; } ~guard() { --*p; } };
int risky(int x) { if (x > 3) throw x; return x; }
int careful(int x) {
    int depth = 0;
    guard g(&depth);
    try { return risky(x) + depth; } catch (int e) { return -e; } catch (...) { return 0; }
}
int passing(int x) { int depth = 0; guard g(&depth); return risky(x); }
struct base { virtual int f(int) = 0; virtual ~base() {} };
struct derived : base { int k = 2; int f(int x) override { return x * k; } };
int dispatch(base &b) { return b.f(3); }
int use() { derived d; return dispatch(d); }
template <class T> T twice(T x) { return x + x; }
double templates() { return twice(2) + twice(1.5); }
