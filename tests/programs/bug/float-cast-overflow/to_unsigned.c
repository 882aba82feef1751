// Negative numbers are out of range for an unsigned type.
static unsigned char level(float x) {
    return (unsigned char)(x * 255.0f); //~ BUG float-cast-overflow
}

int main(void) {
    return level(1.0f) + level(-0.5f) != 0;
}
