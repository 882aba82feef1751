// Arguments of less than an int: the caller extends their sign, and native functions rely on it. The C
// library has none that takes a short, so this calls one that takes an int.
#include <stdio.h>

char *signal_of_short(short) __asm__("strsignal");
char *signal_of_char(signed char) __asm__("strsignal");
char *signal_of_byte(unsigned char) __asm__("strsignal");

static short negative(signed char by) { return (short)(1000 - 100 * by); }

int main(void) {
    short number = negative(20);
    printf("%s\n", signal_of_short(number));
    printf("%s\n", signal_of_char((signed char)(number + 980)));
    printf("%s\n", signal_of_byte((unsigned char)(number + 990)));
    printf("%s\n", signal_of_byte(246));
    return 0;
}
