int current_level = 3;

int level(void) { return current_level; }
