// In-place string algorithms over hand-written loops.
#include <stdio.h>
#include <string.h>

static void reverse(char *from, char *to) {
    while (from < --to) {
        char c = *from;
        *from++ = *to;
        *to = c;
    }
}

static void reverse_words(char *text) {
    reverse(text, text + strlen(text));
    for (char *word = text; *word;) {
        char *end = word;
        while (*end && *end != ' ')
            end++;
        reverse(word, end);
        word = *end ? end + 1 : end;
    }
}

static int is_palindrome(const char *text) {
    size_t low = 0, high = strlen(text);
    while (low < high)
        if (text[low++] != text[--high])
            return 0;
    return 1;
}

int main(void) {
    char text[] = "never odd or even";
    reverse_words(text);
    puts(text);
    printf("%d %d %d\n", is_palindrome("racecar"), is_palindrome("abba"), is_palindrome("abca"));
    return 0;
}
