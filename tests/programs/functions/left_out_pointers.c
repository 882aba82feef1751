// Pointers to pointers come later.
//@ entry: first
//@ error: its parameter `words` of type `char **` points to pointers, which can't be made yet
char first(int count, char **words) { return count > 0 ? words[0][0] : 0; }
