// A C interface to Bitwuzla, made for crates/smt/src/solver/backend/bitwuzla/api.rs; scripts/bitwuzla.sh compiles it.
//
// Bitwuzla comes as a Python extension that exports its C++ interface and no C interface. Terms are numbers here, 0 is
// none, and no exception leaves a function: whatever was thrown is a message in its context, and the answer is 0. The SAT
// solver is Bitwuzla's own, CaDiCaL, called by way of this file: so that its work can be counted and ended.

#include <bitwuzla/cpp/bitwuzla.h>
#include <bitwuzla/cpp/parser.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// What is used of CaDiCaL 2.1.2, which is a part of the extension; it exports these. The object is larger here than there.
namespace CaDiCaL {

class Terminator {
  public:
    virtual ~Terminator() {}
    virtual bool terminate() = 0;
};

class Learner {
  public:
    virtual ~Learner() {}
    // Is a learned clause of this size wanted?
    virtual bool learning(int size) = 0;
    virtual void learn(int literal) = 0;
};

class Solver {
  public:
    Solver();
    ~Solver();
    void add(int literal);
    void assume(int literal);
    int solve();
    int val(int literal);
    bool failed(int literal);
    int fixed(int literal) const;
    bool set(const char *name, int value);
    void connect_terminator(Terminator *terminator);
    void connect_learner(Learner *learner);

  private:
    void *members[64];
};

} // namespace CaDiCaL

namespace {

using bitwuzla::Bitwuzla;
using bitwuzla::Kind;
using bitwuzla::RoundingMode;
using bitwuzla::Sort;
using bitwuzla::Term;

// Asked now and then with the pointer that came with it: stop?
using Asked = bool (*)(void *);

// What the solver did, in a count of our own that is the same in every run, and when to end. A unit is about as much as one
// of Z3's, of which there are some two and a half million in a second.
struct Work {
    uint64_t units = 0;
    uint64_t most = UINT64_MAX;
    uint64_t literals = 0;
    Asked asked = nullptr;
    void *with = nullptr;
    bool ended = false;

    void term() { units += 8; }

    void literal() { units += ++literals & 1; }

    // Ten decisions or so, or a piece of what is done between them.
    void step() { units += 10 + literals / 2000; }

    // A conflict takes the longer the more the SAT solver was given.
    void conflict() { units += 50 + literals / 240 + (literals / 8000) * (literals / 8000); }

    bool is_over() {
        if (!ended && (units > most || (asked && asked(with)))) ended = true;
        return ended;
    }
};

// Thrown out of the middle of an encoding.
struct Ended : std::runtime_error {
    Ended() : std::runtime_error("the work was too much") {}
};

// Between two looks at what may end an encoding.
constexpr uint64_t LITERALS_PER_LOOK = 1 << 12;

class CountedSat : public bitwuzla::SatSolver, private CaDiCaL::Terminator, private CaDiCaL::Learner {
  public:
    explicit CountedSat(Work &work) : work(work) {
        // As Bitwuzla itself sets it up.
        solver.set("shrink", 0);
        solver.set("quiet", 1);
        solver.connect_terminator(this);
        solver.connect_learner(this);
    }

    void add(int32_t literal, int64_t) override {
        solver.add(literal);
        // In the middle of a clause nothing may end.
        if (literal == 0 && work.literals / LITERALS_PER_LOOK != looked && look()) throw Ended();
        work.literal();
    }

    void assume(int32_t literal) override { solver.assume(literal); }
    int32_t value(int32_t literal) override {
        int32_t value = solver.val(literal);
        return value > 0 ? 1 : value < 0 ? -1 : 0;
    }
    bool failed(int32_t literal) override { return solver.failed(literal); }
    int32_t fixed(int32_t literal) override { return solver.fixed(literal); }

    bitwuzla::Result solve() override {
        int answer = solver.solve();
        return answer == 10   ? bitwuzla::Result::SAT
               : answer == 20 ? bitwuzla::Result::UNSAT
                              : bitwuzla::Result::UNKNOWN;
    }

    // Bitwuzla's asks the same as ours.
    void configure_terminator(bitwuzla::Terminator *) override {}
    const char *get_name() const override { return "CaDiCaL"; }
    const char *get_version() const override { return "2.1.2"; }

  private:
    bool look() {
        looked = work.literals / LITERALS_PER_LOOK;
        return work.is_over();
    }

    bool terminate() override {
        work.step();
        return work.is_over();
    }

    bool learning(int) override {
        work.conflict();
        return false;
    }

    void learn(int) override {}

    Work &work;
    uint64_t looked = 0;
    CaDiCaL::Solver solver;
};

class Factory : public bitwuzla::SatSolverFactory {
  public:
    explicit Factory(Work &work) : work(work) {}
    std::unique_ptr<bitwuzla::SatSolver> new_sat_solver() override { return std::make_unique<CountedSat>(work); }
    bool has_terminator_support() override { return true; }

  private:
    Work &work;
};

// Between two rounds of preprocessing, and of lemmas.
class Between : public bitwuzla::Terminator {
  public:
    explicit Between(Work &work) : work(work) {}
    bool terminate() override { return work.is_over(); }

  private:
    Work &work;
};

bitwuzla::Options with_models() {
    bitwuzla::Options options;
    options.set(bitwuzla::Option::PRODUCE_MODELS, uint64_t{1});
    return options;
}

// A sort as three numbers: 0 is a boolean, 1 a bit-vector of that width, 2 an array between these widths, 3 a float with so
// many bits of exponent and of significand.
struct PlainSort {
    uint32_t kind, first, second;
};

// The operations by number, in the order of `Operation` in api.rs.
constexpr Kind KINDS[] = {
    Kind::NOT,
    Kind::AND,
    Kind::EQUAL,
    Kind::ITE,
    Kind::BV_ULT,
    Kind::BV_ULE,
    Kind::BV_SLT,
    Kind::BV_SLE,
    Kind::BV_NEG,
    Kind::BV_ADD,
    Kind::BV_MUL,
    Kind::BV_UDIV,
    Kind::BV_UREM,
    Kind::BV_SDIV,
    Kind::BV_SREM,
    Kind::BV_NOT,
    Kind::BV_AND,
    Kind::BV_OR,
    Kind::BV_XOR,
    Kind::BV_SHL,
    Kind::BV_SHR,
    Kind::BV_ASHR,
    Kind::BV_EXTRACT,
    Kind::BV_CONCAT,
    Kind::BV_ZERO_EXTEND,
    Kind::BV_SIGN_EXTEND,
    Kind::ARRAY_SELECT,
    Kind::ARRAY_STORE,
    Kind::APPLY,
    Kind::FP_EQUAL,
    Kind::FP_LT,
    Kind::FP_LEQ,
    Kind::FP_IS_NAN,
    Kind::FP_IS_INF,
    Kind::FP_ADD,
    Kind::FP_SUB,
    Kind::FP_MUL,
    Kind::FP_DIV,
    Kind::FP_FMA,
    Kind::FP_SQRT,
    Kind::FP_RTI,
    Kind::FP_TO_FP_FROM_BV,
    Kind::FP_TO_FP_FROM_FP,
    Kind::FP_TO_FP_FROM_SBV,
    Kind::FP_TO_FP_FROM_UBV,
    Kind::FP_TO_SBV,
    Kind::FP_TO_UBV,
};

// By number, in the order of `Rounding` in crates/smt/src/float.rs.
constexpr RoundingMode MODES[] = {
    RoundingMode::RNE, RoundingMode::RNA, RoundingMode::RTP, RoundingMode::RTN, RoundingMode::RTZ,
};

} // namespace

struct Context {
    bitwuzla::TermManager manager;
    Work work;
    Factory factory{work};
    Between between{work};
    Bitwuzla solver{manager, factory, with_models()};
    // By number, less one.
    std::vector<Term> terms;
    std::string message;
    std::string text;

    Context() { solver.configure_terminator(&between); }

    const Term &term(uint32_t number) const {
        if (number == 0) throw std::runtime_error("a term is missing");
        return terms.at(number - 1);
    }

    uint32_t keep(const Term &term) {
        terms.push_back(term);
        return static_cast<uint32_t>(terms.size());
    }

    Sort sort(const PlainSort &plain) {
        switch (plain.kind) {
        case 0: return manager.mk_bool_sort();
        case 1: return manager.mk_bv_sort(plain.first);
        case 2: return manager.mk_array_sort(manager.mk_bv_sort(plain.first), manager.mk_bv_sort(plain.second));
        default: return manager.mk_fp_sort(plain.first, plain.second);
        }
    }

    // What a function here answers, or nothing if anything was thrown.
    template <class Function> auto guarded(Function function) -> decltype(function()) {
        try {
            return function();
        } catch (const std::exception &exception) {
            note(exception.what());
        } catch (...) {
            note("an unknown exception");
        }
        return {};
    }

    // Without memory, there may be none for the message.
    void note(const char *what) {
        try {
            message = what[0] ? what : "an exception without a message";
        } catch (...) {
            message.clear();
        }
    }
};

extern "C" {

// Is this file what the caller thinks it is? Changes with every change of a declaration.
uint32_t counterpoint_bitwuzla_interface() { return 2; }

const char *counterpoint_bitwuzla_version() { return bitwuzla::version(); }

Context *counterpoint_bitwuzla_new() {
    try {
        return new Context();
    } catch (...) {
        return nullptr;
    }
}

void counterpoint_bitwuzla_delete(Context *context) {
    try {
        delete context;
    } catch (...) {
    }
}

// Why the last call answered nothing.
const char *counterpoint_bitwuzla_message(Context *context) { return context->message.c_str(); }

uint32_t counterpoint_bitwuzla_bool(Context *context, bool value) {
    return context->guarded(
        [&] { return context->keep(value ? context->manager.mk_true() : context->manager.mk_false()); });
}

uint32_t counterpoint_bitwuzla_small(Context *context, uint32_t width, uint64_t value) {
    return context->guarded([&] {
        Sort sort = context->manager.mk_bv_sort(width);
        return context->keep(context->manager.mk_bv_value_uint64(sort, value));
    });
}

// Of binary digits, the highest first.
uint32_t counterpoint_bitwuzla_wide(Context *context, uint32_t width, const char *digits) {
    return context->guarded([&] {
        Sort sort = context->manager.mk_bv_sort(width);
        return context->keep(context->manager.mk_bv_value(sort, digits, 2));
    });
}

uint32_t counterpoint_bitwuzla_rounding(Context *context, uint32_t mode) {
    return context->guarded([&] { return context->keep(context->manager.mk_rm_value(MODES[mode])); });
}

// A variable, or a function if it has parameters.
uint32_t counterpoint_bitwuzla_symbol(Context *context, uint32_t parameters, const PlainSort *sorts, PlainSort result) {
    return context->guarded([&] {
        Sort sort = context->sort(result);
        if (parameters > 0) {
            std::vector<Sort> domain;
            for (uint32_t i = 0; i < parameters; ++i) domain.push_back(context->sort(sorts[i]));
            sort = context->manager.mk_fun_sort(domain, sort);
        }
        return context->keep(context->manager.mk_const(sort));
    });
}

uint32_t counterpoint_bitwuzla_constant_array(Context *context, PlainSort sort, uint32_t element) {
    return context->guarded([&] {
        return context->keep(context->manager.mk_const_array(context->sort(sort), context->term(element)));
    });
}

uint32_t counterpoint_bitwuzla_term(Context *context, uint32_t operation, uint32_t count, const uint32_t *arguments,
                                    uint32_t index_count, const uint64_t *indices) {
    return context->guarded([&] {
        std::vector<Term> terms;
        terms.reserve(count);
        for (uint32_t i = 0; i < count; ++i) terms.push_back(context->term(arguments[i]));
        std::vector<uint64_t> numbers(indices, indices + index_count);
        context->work.term();
        return context->keep(context->manager.mk_term(KINDS[operation], terms, numbers));
    });
}

bool counterpoint_bitwuzla_push(Context *context) {
    return context->guarded([&] { return context->solver.push(1), true; });
}

bool counterpoint_bitwuzla_pop(Context *context, uint32_t levels) {
    return context->guarded([&] { return context->solver.pop(levels), true; });
}

bool counterpoint_bitwuzla_assert(Context *context, uint32_t term) {
    return context->guarded([&] { return context->solver.assert_formula(context->term(term)), true; });
}

// 10 is yes, 20 is no, 1 is neither, 0 is an exception. May work so much more than until now, and asks whether to stop.
uint32_t counterpoint_bitwuzla_check(Context *context, uint64_t most, Asked asked, void *with) {
    Work &work = context->work;
    work.most = most > UINT64_MAX - work.units ? UINT64_MAX : work.units + most;
    work.asked = asked;
    work.with = with;
    work.ended = false;
    uint32_t answer = context->guarded([&]() -> uint32_t {
        switch (context->solver.check_sat()) {
        case bitwuzla::Result::SAT: return 10;
        case bitwuzla::Result::UNSAT: return 20;
        default: return 1;
        }
    });
    work.most = UINT64_MAX;
    work.asked = nullptr;
    return answer;
}

uint64_t counterpoint_bitwuzla_work(Context *context) { return context->work.units; }

// How many literals the SAT solver was given so far.
uint64_t counterpoint_bitwuzla_literals(Context *context) { return context->work.literals; }

// What a term is in the model that the last check found: a term, too.
uint32_t counterpoint_bitwuzla_value(Context *context, uint32_t term) {
    return context->guarded([&] { return context->keep(context->solver.get_value(context->term(term))); });
}

// A boolean value: 1 is true, 2 is false.
uint32_t counterpoint_bitwuzla_read_bool(Context *context, uint32_t value) {
    return context->guarded([&]() -> uint32_t {
        const Term &term = context->term(value);
        return term.is_true() ? 1 : term.is_false() ? 2 : 0;
    });
}

// The binary digits of a bit-vector value, until the next call.
const char *counterpoint_bitwuzla_read_bits(Context *context, uint32_t value) {
    return context->guarded([&]() -> const char * {
        const Term &term = context->term(value);
        if (!term.is_value() || !term.sort().is_bv()) return nullptr;
        context->text = term.value<std::string>(2);
        return context->text.c_str();
    });
}

// What an array value is made of: 1 is one element everywhere, 2 is a store; then the parts are array, index and element.
uint32_t counterpoint_bitwuzla_read_array(Context *context, uint32_t value, uint32_t *parts) {
    return context->guarded([&]() -> uint32_t {
        Term term = context->term(value);
        if (term.kind() == Kind::CONST_ARRAY) {
            parts[2] = context->keep(term[0]);
            return 1;
        }
        if (term.kind() != Kind::ARRAY_STORE) return 0;
        for (size_t i = 0; i < 3; ++i) parts[i] = context->keep(term[i]);
        return 2;
    });
}

// What Bitwuzla prints about a script in SMT-LIB, until the next call.
const char *counterpoint_bitwuzla_replay(Context *context, const char *script) {
    return context->guarded([&]() -> const char * {
        bitwuzla::TermManager manager;
        bitwuzla::Options options;
        std::ostringstream printed;
        bitwuzla::parser::Parser parser(manager, options, "smt2", &printed);
        parser.parse(script, false, false);
        context->text = printed.str();
        return context->text.c_str();
    });
}

// How many terms there are; and forgets those that came after so many.
uint32_t counterpoint_bitwuzla_count(Context *context) { return static_cast<uint32_t>(context->terms.size()); }

void counterpoint_bitwuzla_forget(Context *context, uint32_t count) {
    if (count < context->terms.size()) context->terms.resize(count);
}

} // extern "C"
