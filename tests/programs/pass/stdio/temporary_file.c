// A real file: written, rewound, read by lines and by blocks.
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *file = tmpfile();
    if (!file)
        return 1;
    for (int i = 1; i <= 5; i++)
        fprintf(file, "line %d\n", i * i);
    rewind(file);
    char line[32];
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        printf("<%s>", line);
        lines++;
    }
    printf(" %d %d\n", lines, feof(file) != 0);
    fseek(file, 5, SEEK_SET);
    int number = 0;
    int matched = fscanf(file, "%d", &number);
    printf("%d %d %ld\n", matched, number, ftell(file));
    size_t got = fread(line, 1, 4, file);
    printf("%zu %.3s\n", got, line + 1);
    printf("%c\n", fgetc(file));
    fclose(file);
    return 0;
}
