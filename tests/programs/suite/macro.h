#define width 5 +
