// Functions that are declared and defined nowhere: what they return, and write through their parameters, are inputs. One
// that never returns ends the program.
//@ entry: load
//@ paths: 6
//@ complete: false
//@ stopped: `lookup` is defined nowhere
struct config {
    int level;
    char name[8];
};

int lookup(const char *key, struct config *out);
int number(const char *key, int *out);
void trace(const char *format, ...);
void fatal(const char *why) __attribute__((noreturn));

int load(const char *key) {
    struct config config;
    int level;
    if (!lookup(key, &config))
        return -1;
    if (config.level > 3) {
        if (!number(key, &level))
            fatal("no such number");
        return level;
    }
    trace("level %d", config.level);
    return config.name[0] == 'a' && config.name[7] == 'b';
}
