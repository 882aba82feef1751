// Atomic loads, stores, updates, exchanges and fences.
_Atomic int counter;
int plain, *place;
int bump(void) { return counter++; }
int load(void) { return __atomic_load_n(&plain, __ATOMIC_ACQUIRE); }
void store(int x) { __atomic_store_n(&plain, x, __ATOMIC_RELEASE); }
int update(int *p, int x) {
    return __atomic_fetch_add(p, x, __ATOMIC_SEQ_CST) + __atomic_fetch_sub(p, x, __ATOMIC_RELAXED)
        + __atomic_fetch_and(p, x, __ATOMIC_SEQ_CST) + __atomic_fetch_or(p, x, __ATOMIC_SEQ_CST)
        + __atomic_fetch_xor(p, x, __ATOMIC_SEQ_CST) + __atomic_fetch_nand(p, x, __ATOMIC_SEQ_CST)
        + __atomic_exchange_n(p, x, __ATOMIC_SEQ_CST);
}
_Bool swap(int *p, int *expected, int desired) { return __atomic_compare_exchange_n(p, expected, desired, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED); }
int *move(int *p) { return __atomic_exchange_n(&place, p, __ATOMIC_SEQ_CST); }
void fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); __atomic_signal_fence(__ATOMIC_ACQUIRE); }
