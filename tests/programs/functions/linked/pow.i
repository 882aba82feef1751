double pow(double x, double y) { return x + y; }
