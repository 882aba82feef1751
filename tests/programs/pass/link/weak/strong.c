int level = 2;
const char *name(void) { return "strong"; }
const char *call_name(void) { return name(); }
