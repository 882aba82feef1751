//@ symbolic-args: 2,1
//@ paths: 7
// No argument, one or two; each is empty or not.
int main(int argc, char **argv) {
    int empty = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '\0')
            empty++;
    return empty;
}
