// A local buffer left behind in a structure.
#include <stdio.h>
#include <string.h>

struct message {
    const char *text;
};

static void fill(struct message *message) {
    char buffer[16];
    strcpy(buffer, "temporary");
    message->text = buffer;
}

int main(void) {
    struct message message;
    fill(&message);
    char first = message.text[0]; //~ BUG use-after-return
    printf("%c\n", first);
    return 0;
}
