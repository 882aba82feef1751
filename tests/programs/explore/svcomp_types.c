//@ complete: true
// A value of every type that SV-COMP has. Each can be what it is compared with; a bool is false or true.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NONDET(name, type) extern type __VERIFIER_nondet_##name(void)

NONDET(bool, bool);
NONDET(char, char);
NONDET(schar, signed char);
NONDET(uchar, unsigned char);
NONDET(short, short);
NONDET(ushort, unsigned short);
NONDET(int, int);
NONDET(uint, unsigned);
NONDET(unsigned, unsigned);
NONDET(long, long);
NONDET(ulong, unsigned long);
NONDET(longlong, long long);
NONDET(ulonglong, unsigned long long);
NONDET(int128, __int128);
NONDET(uint128, unsigned __int128);
NONDET(size_t, size_t);
NONDET(loff_t, long long);
NONDET(sector_t, unsigned long);
NONDET(pthread_t, unsigned long);
NONDET(u8, uint8_t);
NONDET(u16, uint16_t);
NONDET(u32, uint32_t);
NONDET(u64, uint64_t);
NONDET(s8, int8_t);
NONDET(s16, int16_t);
NONDET(s32, int32_t);
NONDET(s64, int64_t);
NONDET(float, float);
NONDET(double, double);
NONDET(pointer, void *);
NONDET(pchar, char *);
NONDET(charp, char *);
extern void __VERIFIER_nondet_memory(void *bytes, size_t size);

#define IS(name, value) (__VERIFIER_nondet_##name() == (value))

static bool small(void) {
    bool flag = __VERIFIER_nondet_bool();
    if ((int)flag != 0 && (int)flag != 1)
        return false;
    return IS(char, 'x') && IS(schar, -3) && IS(uchar, 200) && IS(short, -300) && IS(ushort, 60000) && IS(u8, 255)
        && IS(u16, 65535) && IS(s8, -128) && IS(s16, -32768);
}

static bool wide(void) {
    return IS(int, -70000) && IS(uint, 4000000000u) && IS(unsigned, 4000000001u) && IS(u32, 4000000002u)
        && IS(s32, -70001) && IS(long, -1234567890123l) && IS(ulong, 1ul << 63) && IS(longlong, -1099511627776ll)
        && IS(ulonglong, ~0ull) && IS(u64, 1ull << 62) && IS(s64, INT64_MIN) && IS(size_t, SIZE_MAX)
        && IS(loff_t, -5) && IS(sector_t, 7) && IS(pthread_t, 8);
}

static bool other(void) {
    char bytes[5];
    __VERIFIER_nondet_memory(bytes, sizeof bytes);
    return IS(int128, -((__int128)5 << 100)) && IS(uint128, (unsigned __int128)3 << 120) && IS(float, 0.5f)
        && IS(double, -1e300) && IS(pointer, NULL) && IS(pchar, NULL) && IS(charp, NULL) && bytes[0] == 'a'
        && bytes[4] == 'e';
}

int main(void) {
    switch (__VERIFIER_nondet_uchar()) {
    case 0:
        return small() ? 1 : 2;
    case 1:
        return wide() ? 3 : 4;
    case 2:
        return other() ? 5 : 6;
    }
    return 0;
}
