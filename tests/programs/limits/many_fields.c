// A function with the inputs of three thousand parameters.
#define TEN(name) name##0, name##1, name##2, name##3, name##4, name##5, name##6, name##7, name##8, name##9
#define HUNDRED(name)                                                                                              \
    TEN(name##0), TEN(name##1), TEN(name##2), TEN(name##3), TEN(name##4), TEN(name##5), TEN(name##6), TEN(name##7), \
        TEN(name##8), TEN(name##9)
#define THOUSAND(name)                                                                                           \
    HUNDRED(name##0), HUNDRED(name##1), HUNDRED(name##2), HUNDRED(name##3), HUNDRED(name##4), HUNDRED(name##5), \
        HUNDRED(name##6), HUNDRED(name##7), HUNDRED(name##8), HUNDRED(name##9)

struct wide {
    int THOUSAND(number);
    unsigned char THOUSAND(byte);
    double THOUSAND(real);
};

int use(struct wide *wide) {
    int n = 0;
    if (wide->number007 == 7)
        n++;
    if (wide->byte999 > wide->number500)
        n += 2;
    if (wide->real123 == 0.5)
        n += 4;
    return n;
}
