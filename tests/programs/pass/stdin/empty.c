// Standard input that ends at once.
#include <stdio.h>

int main(void) {
    int n = 5;
    char line[8] = "kept";
    printf("%d\n", scanf("%d", &n));
    printf("%d\n", fgets(line, sizeof line, stdin) == NULL);
    printf("%d %d %s\n", getchar(), n, line);
    clearerr(stdin);
    printf("%d\n", feof(stdin) != 0);
    return 0;
}
