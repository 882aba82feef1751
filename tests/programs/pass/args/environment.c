// main's third parameter and getenv agree about the environment.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv, char **envp) {
    (void)argc;
    (void)argv;
    int agree = 1;
    for (char **entry = envp; *entry; entry++) {
        char name[256];
        char *equals = strchr(*entry, '=');
        size_t length = equals ? (size_t)(equals - *entry) : 0;
        if (length == 0 || length >= sizeof name) continue;
        memcpy(name, *entry, length);
        name[length] = '\0';
        char *value = getenv(name);
        agree = agree && value && strcmp(value, equals + 1) == 0;
    }
    printf("%d\n", agree);
    return 0;
}
