//! The backends, and which of them is asked first.
//!
//! None is the best at everything. What a query contains says who is asked first, for a little effort; what that one gives up
//! goes to the other, and comes back to both of them with more. Who answers a kind of query for less is remembered. All
//! that is decided by counts of work, so that the same backend answers in every run, with the same model.
//!
//! A model is checked wherever it comes from, but "unsat" has to be believed. So now and then another backend is asked
//! the same; if it has a model, then nobody knows the answer, and it is said who said what.

mod content;

use self::content::{Content, Contents};
use crate::pool::TermPool;
use crate::solver::backend::{Attempt, CountedBackend};
use crate::solver::{Effort, LayerStats, Query, QueryLog, Stop, Verdict};

/// A second opinion must have been so many times cheaper for its owner to be asked first from then on.
const CHEAPER: u64 = 4;

/// Between two second opinions about queries of one kind, there are so many times more of these each time.
const RARER: u64 = 8;

/// What all backends together are called in reports.
pub(super) const PORTFOLIO: &str = "portfolio";

/// The backends, and the record of what they were asked.
pub(super) struct Portfolio {
    backends: Vec<CountedBackend>,
    /// Of all of them together: a query counts once, whoever is asked.
    pub(super) stats: LayerStats,
    /// Who said last what the answer is.
    last: usize,
    contents: Contents,
    /// By what queries contain.
    known: [Known; Content::ALL.len()],
    /// Ask all of them, always.
    compares: bool,
    stop: Option<Stop>,
    log: Option<QueryLog>,
}

/// What was found out about a kind of query.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Who is asked first, once that is another one than was thought.
    first: Option<usize>,
    /// Queries of this kind so far.
    queries: u64,
    /// The one about which there is another opinion next.
    second_opinion: u64,
}

impl Portfolio {
    pub(super) fn new(
        backends: Vec<CountedBackend>,
        compares: bool,
        stop: Option<Stop>,
        log: Option<QueryLog>,
    ) -> Portfolio {
        let known = [Known { second_opinion: RARER, ..Known::default() }; _];
        let (contents, stats) = (Contents::default(), LayerStats::new(PORTFOLIO));
        Portfolio { backends, stats, last: 0, contents, known, compares, stop, log }
    }

    /// What each backend did.
    pub(super) fn backends(&self) -> impl Iterator<Item = LayerStats> + '_ {
        self.backends.iter().map(|backend| backend.stats)
    }

    /// Counts a query for the backend that had the last word.
    pub(super) fn count_answer(&mut self) {
        self.backends[self.last].stats.answered += 1;
    }

    pub(super) fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let able = |&at: &usize| !query.is_defined() || self.backends[at].takes_definitions;
        let able: Vec<usize> = (0..self.backends.len()).filter(able).collect();
        let verdict = match able[..] {
            [] => Verdict::Unknown("there is no solver for quantifiers".to_string()),
            [one] => self.ask(one, pool, query, Attempt::First),
            _ => self.ask_in_turn(pool, query),
        };
        self.stats.count(&verdict);
        if let Some(log) = &self.log {
            log.write(pool, query, &verdict);
        }
        verdict
    }

    fn ask(
        &mut self,
        backend: usize,
        pool: &mut TermPool,
        query: Query<'_>,
        attempt: Attempt,
    ) -> Verdict {
        self.last = backend;
        self.backends[backend].check(pool, query, attempt)
    }

    /// Each for a little effort, then each for more, until one knows.
    fn ask_in_turn(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let content = self.contents.of(pool, query);
        self.known[content as usize].queries += 1;
        let order = self.order(content);
        let mut reasons: Vec<String> = vec![String::new(); self.backends.len()];
        for effort in [Effort::Little, Effort::Moderate, Effort::Full] {
            if effort > query.effort {
                break;
            }
            let attempt = if effort == Effort::Little { Attempt::First } else { Attempt::Again };
            for &backend in &order {
                let before = self.backends[backend].stats.work;
                let query = Query { effort, ..query };
                match self.ask(backend, pool, query, attempt) {
                    Verdict::Unknown(reason) => reasons[backend] = reason,
                    verdict => {
                        let work = self.backends[backend].stats.work - before;
                        self.learn(content, backend, order[0]);
                        return self.compared(pool, query, content, backend, work, verdict);
                    }
                }
                if self.is_stopped() {
                    return Verdict::Unknown(reasons.swap_remove(backend));
                }
            }
        }
        Verdict::Unknown(self.all_reasons(&order, reasons))
    }

    /// The backends, from the one that is best at what a query contains.
    fn order(&self, content: Content) -> Vec<usize> {
        let named = |name: &str| self.backends.iter().position(|it| it.stats.name == name);
        let first = self.known[content as usize].first.or_else(|| named(content.suits()));
        let mut order: Vec<usize> = (0..self.backends.len()).collect();
        order.sort_by_key(|&backend| (Some(backend) != first, backend));
        order
    }

    /// Whoever knows what the first gave up is the first from now on.
    fn learn(&mut self, content: Content, answered: usize, first: usize) {
        if answered != first {
            self.known[content as usize].first = Some(answered);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop())
    }

    /// What one of them said, for so much work; and what the others say to that, if it is time to ask them.
    fn compared(
        &mut self,
        pool: &mut TermPool,
        query: Query<'_>,
        content: Content,
        answered: usize,
        work: u64,
        verdict: Verdict,
    ) -> Verdict {
        let known = &mut self.known[content as usize];
        if known.queries < known.second_opinion && !self.compares {
            return verdict;
        }
        known.second_opinion = known.second_opinion.max(known.queries).saturating_mul(RARER);
        let query = Query { effort: Effort::Little, ..query };
        for other in (0..self.backends.len()).filter(|&other| other != answered) {
            let before = self.backends[other].stats.work;
            let second = self.backends[other].check(pool, query, Attempt::First);
            let names = [answered, other].map(|backend| self.backends[backend].stats.name);
            if let Some(contradiction) = contradiction(names, [&verdict, &second]) {
                return Verdict::Unknown(contradiction);
            }
            let cost = self.backends[other].stats.work - before;
            let is_known = !matches!(second, Verdict::Unknown(_));
            if is_known && cost.saturating_mul(CHEAPER) < work {
                self.known[content as usize].first = Some(other);
            }
        }
        verdict
    }

    /// Why nobody knows, by backend if they don't say the same.
    fn all_reasons(&self, order: &[usize], reasons: Vec<String>) -> String {
        if reasons.iter().all(|reason| *reason == reasons[order[0]]) {
            return reasons.into_iter().next().unwrap_or_default();
        }
        let named =
            order.iter().map(|&at| format!("{}: {}", self.backends[at].stats.name, reasons[at]));
        named.collect::<Vec<_>>().join("; ")
    }
}

/// What two backends say that can't both be right.
fn contradiction(names: [&str; 2], verdicts: [&Verdict; 2]) -> Option<String> {
    let (with, without) = match verdicts {
        [Verdict::Sat(_), Verdict::Unsat] => (0, 1),
        [Verdict::Unsat, Verdict::Sat(_)] => (1, 0),
        _ => return None,
    };
    Some(format!(
        "the solvers differ: {} has a model, and {} says that there is none",
        names[with], names[without]
    ))
}
