// Splitting a string into tokens: strtok, strtok_r, strsep.
#include "cp_runtime.h"

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict rest) {
    char *token = text ? text : *rest;
    token += strspn(token, delimiters);
    char *end = token + strcspn(token, delimiters);
    *rest = end;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return end == token ? NULL : token;
}
ALIAS(__strtok_r, strtok_r);

char *strtok(char *restrict text, const char *restrict delimiters) {
    static char *rest;
    return strtok_r(text, delimiters, &rest);
}

// Unlike strtok, two delimiters in a row have an empty token between them.
char *strsep(char **restrict rest, const char *restrict delimiters) {
    char *token = *rest;
    if (!token)
        return NULL;
    char *end = token + strcspn(token, delimiters);
    *rest = NULL;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return token;
}
ALIAS(__strsep, strsep);
