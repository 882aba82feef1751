# `make help` says what there is. Each target sets up what it needs by itself (see scripts/setup.sh).

N ?= 1000
TARGET := $(or $(CARGO_TARGET_DIR),target)
# One compiler for everything that a test compiles; asked for late, as set-up may have to install it first.
WITH_CLANG = CLANG=$$(scripts/clang.sh --sanitizers)

.DEFAULT_GOAL := help
.PHONY: help demo test bench examples csmith differential theorems fuzz killed dropped same

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

demo: ## run an example, see a bug reported, and have tests written
	@scripts/setup.sh demo
	@cargo build --quiet --release --locked
	@$(WITH_CLANG) scripts/demo.sh

test: ## format, lints, documentation, all tests, the C library against the host's, 50 random programs of two kinds
	@scripts/setup.sh test
	cargo fmt --check
	@# The comparison with the host's C library needs nothing that is built here: it takes what the lints leave idle.
	export $(WITH_CLANG); runtime/tests/run.sh & library=$$!; \
	cargo clippy --quiet --workspace --all-targets --locked -- -D warnings && \
	cargo doc --quiet --workspace --no-deps --document-private-items --locked; lints=$$?; wait $$library && exit $$lints
	@# The engine's own tests take far less time than it takes to optimise it once more for them.
	$(WITH_CLANG) cargo test --quiet --workspace --locked --lib --config profile.dev.package.engine.opt-level=0
	$(WITH_CLANG) cargo test --quiet --workspace --locked --bins --test '*'
	$(WITH_CLANG) cargo test --quiet --workspace --locked --doc
	$(WITH_CLANG) COUNTERPOINT=$(TARGET)/debug/counterpoint scripts/csmith.sh --list scripts/csmith-seeds.txt

bench: ## our interpreter against lli's and native code; what exploration costs, with and without each layer, and beside KLEE (OLD=BINARY: and beside another build), what the default costs beside single modes, what composition saves, how work grows with the program, and what edits cost with a store
	@scripts/setup.sh bench
	@cargo build --quiet --release --locked
	@bench/run.py
	@bench/explore.py
	@OLD=$(OLD) bench/klee.py
	@bench/auto.py
	@bench/compose.py
	@$(WITH_CLANG) bench/growth.py
	@$(WITH_CLANG) bench/edits.py

examples: ## what is covered of every example, and which seeded bugs are found: libraries in 60 s each, programs in 30 s
	@scripts/setup.sh test
	@cargo build --quiet --release --locked
	@$(WITH_CLANG) bench/examples.py

csmith: ## N=1000 random programs against native code
	@scripts/setup.sh test
	@cargo build --quiet --release --locked
	@scripts/csmith.sh $(N)

differential: N = 500
differential: ## N=500 generated programs, explored, against trying all their inputs natively
	@scripts/setup.sh test
	$(WITH_CLANG) COUNTERPOINT_DIFFERENTIAL=$(N) COUNTERPOINT_DIFFERENTIAL_SEED=$(or $(SEED),1) cargo test --locked -p counterpoint --test suite differential -- --nocapture

theorems: ## N=1000 generated programs of several functions, in every mode, against trying all their inputs natively
	@scripts/setup.sh test
	$(WITH_CLANG) COUNTERPOINT_THEOREMS=$(N) COUNTERPOINT_THEOREMS_SEED=$(or $(SEED),1) cargo test --locked -p counterpoint --test suite theorems -- --nocapture

fuzz: ## 100,000 damaged bitcode files, read and made ready to run; 10,000 damaged stores, and 200 of which a run makes use
	@scripts/setup.sh test
	COUNTERPOINT_MUTATIONS=10000 cargo test --locked -p store
	$(WITH_CLANG) COUNTERPOINT_DAMAGED=200 cargo test --locked -p counterpoint --test suite killed::damaged
	$(WITH_CLANG) COUNTERPOINT_FUZZ_ITERATIONS=100000 cargo test --locked -p counterpoint --test fuzz -- --nocapture

killed: ## 100 runs that are killed at random moments: what they have stored is what a cold run finds
	@scripts/setup.sh test
	$(WITH_CLANG) COUNTERPOINT_KILLS=100 cargo test --locked -p counterpoint --test suite killed::killed

dropped: ## every function of every program here is explored; tests that don't hold natively are listed
	@scripts/setup.sh test
	@cargo build --quiet --release --locked
	@$(WITH_CLANG) COUNTERPOINT=$(TARGET)/release/counterpoint scripts/dropped.py

same: ## OLD=BINARY: everything that this build says and writes about every program here is what that one does
	@test -n "$(OLD)" || { echo "make same OLD=BINARY: which build is it compared with?"; exit 64; }
	@scripts/setup.sh test
	@cargo build --quiet --release --locked
	@$(WITH_CLANG) scripts/same.py $(OLD) $(TARGET)/release/counterpoint
