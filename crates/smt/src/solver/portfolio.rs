//! The backends, and which of them is asked first.
//!
//! None is the best at everything. What a query contains says who is asked first, for a little effort; what that one gives up
//! goes to the other, and comes back to both of them with more. Who answers a kind of query for less is remembered. All
//! that is decided by counts of work, so that the same backend answers in every run, with the same model.
//!
//! A model is checked wherever it comes from, but "unsat" has to be believed. So now and then another backend is asked
//! the same; if it has a model, then the answer is unknown, and it is said which said what.

mod content;

use self::content::{Content, Contents};
use crate::pool::TermPool;
use crate::solver::backend::{AskRound, CountedBackend, INTERRUPTED};
use crate::solver::{ContentStats, Effort, LayerStats, Query, QueryLog, StopSignal, Verdict};

/// Second opinions must have been so many times cheaper for their owner to be asked first from then on.
const CHEAPER: u64 = 2;

/// There are second opinions when there were so many queries of one kind, and again when there are so many times more.
const RARER: u64 = 8;

/// Each time about this part of the queries until then, one after the other: what continues the query before costs less.
const PART: u64 = 16;

/// What all backends together are called in reports.
pub(super) const PORTFOLIO: &str = "portfolio";

/// The backends, and the record of what they were asked.
pub(super) struct Portfolio {
    backends: Vec<CountedBackend>,
    /// Of all of them together: a query counts once, however many are asked.
    pub(super) stats: LayerStats,
    /// Who said last what the answer is.
    last: usize,
    contents: Contents,
    /// By what queries contain.
    known: [ContentRecord; Content::ALL.len()],
    /// Ask all of them, always.
    compares: bool,
    stop: Option<StopSignal>,
    log: Option<QueryLog>,
}

/// An answer.
struct BackendVerdict {
    backend: usize,
    verdict: Verdict,
    work: u64,
}

/// What was found out about a kind of query.
struct ContentRecord {
    /// By backend.
    done: Vec<ContentStats>,
    /// Who is asked first, once that is another one than was thought.
    first: Option<usize>,
    /// Queries of this kind so far.
    queries: u64,
    /// The one about which there is a second opinion next, and the last of those.
    opinions: (u64, u64),
    /// By backend: the work on queries about which there was a second opinion.
    compared: Vec<u64>,
}

impl ContentRecord {
    fn new(backends: usize) -> ContentRecord {
        ContentRecord {
            done: vec![ContentStats::default(); backends],
            first: None,
            queries: 0,
            opinions: (RARER, RARER),
            compared: vec![0; backends],
        }
    }

    /// Is there to be a second opinion about this query?
    fn wants_opinion(&self) -> bool {
        (self.opinions.0..=self.opinions.1).contains(&self.queries)
    }

    /// After the last of some opinions: who was cheaper than the one who is first?
    fn compare(&mut self, first: usize) {
        if self.queries < self.opinions.1 {
            return;
        }
        let next = self.opinions.0.saturating_mul(RARER);
        self.opinions = (next, next.saturating_add(next / PART));
        let cheapest = (0..self.compared.len()).min_by_key(|&backend| self.compared[backend]);
        let is_cheaper =
            |&other: &usize| self.compared[other].saturating_mul(CHEAPER) < self.compared[first];
        self.first = cheapest.filter(is_cheaper).or(self.first);
        self.compared.fill(0);
    }
}

impl Portfolio {
    pub(super) fn new(
        backends: Vec<CountedBackend>,
        compares: bool,
        stop: Option<StopSignal>,
        log: Option<QueryLog>,
    ) -> Portfolio {
        let known = Content::ALL.map(|_| ContentRecord::new(backends.len()));
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

    /// What each backend did with queries of each content.
    pub(super) fn contents(&self) -> impl Iterator<Item = ContentStats> + '_ {
        let all = Content::ALL.into_iter().flat_map(|content| {
            let known = &self.known[content as usize];
            known.done.iter().zip(self.backends()).map(move |(done, backend)| ContentStats {
                content: content.name(),
                backend: backend.name,
                ..*done
            })
        });
        all.filter(|done| done.queries > 0)
    }

    pub(super) fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let able = |&at: &usize| !query.is_defined() || self.backends[at].takes_definitions;
        let able: Vec<usize> = (0..self.backends.len()).filter(able).collect();
        let content = self.contents.of(pool, query);
        self.known[content as usize].queries += 1;
        let verdict = match able[..] {
            [] => Verdict::Unknown("there is no solver for quantifiers".to_string()),
            [one] => {
                self.last = one;
                self.ask(one, content, pool, query, AskRound::First).0
            }
            _ => self.ask_in_turn(content, pool, query),
        };
        self.stats.count(&verdict);
        if let Some(log) = &self.log {
            log.write(pool, query, &verdict);
        }
        verdict
    }

    /// What a backend says, and the work that it took.
    fn ask(
        &mut self,
        backend: usize,
        content: Content,
        pool: &mut TermPool,
        query: Query<'_>,
        attempt: AskRound,
    ) -> (Verdict, u64) {
        let LayerStats { work, time, .. } = self.backends[backend].stats;
        let verdict = self.backends[backend].check(pool, query, attempt);
        let stats = &self.backends[backend].stats;
        let done = &mut self.known[content as usize].done[backend];
        done.queries += u64::from(attempt == AskRound::First);
        done.answered += u64::from(!matches!(verdict, Verdict::Unknown(_)));
        done.work += stats.work - work;
        done.time += stats.time - time;
        (verdict, stats.work - work)
    }

    /// Each for a little effort, then each for more, until one knows.
    fn ask_in_turn(&mut self, content: Content, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let order = self.order(content);
        let mut reasons: Vec<String> = vec![String::new(); self.backends.len()];
        for effort in [Effort::Little, Effort::Moderate, Effort::Full] {
            if effort > query.effort {
                break;
            }
            let attempt = if effort == Effort::Little { AskRound::First } else { AskRound::Again };
            for &backend in &order {
                self.last = backend;
                let query = Query { effort, ..query };
                match self.ask(backend, content, pool, query, attempt) {
                    (Verdict::Unknown(reason), _) => reasons[backend] = reason,
                    (verdict, work) => {
                        self.learn(content, backend, order[0]);
                        let said = BackendVerdict { backend, verdict, work };
                        return self.compared(content, pool, query, said);
                    }
                }
                // Even if it came to its own limit just before.
                if self.is_stopped() {
                    return Verdict::Unknown(INTERRUPTED.to_string());
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

    /// The one that knows what the first gave up is the first from now on.
    fn learn(&mut self, content: Content, answered: usize, first: usize) {
        if answered != first {
            self.known[content as usize].first = Some(answered);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop())
    }

    /// What one of them said; and what the others say to that, if it is time to ask them.
    fn compared(
        &mut self,
        content: Content,
        pool: &mut TermPool,
        query: Query<'_>,
        said: BackendVerdict,
    ) -> Verdict {
        let wanted = self.known[content as usize].wants_opinion();
        if !wanted && !self.compares {
            return said.verdict;
        }
        let query = Query { effort: Effort::Little, ..query };
        self.known[content as usize].compared[said.backend] += said.work;
        for other in (0..self.backends.len()).filter(|&other| other != said.backend) {
            let (second, work) = self.ask(other, content, pool, query, AskRound::First);
            self.known[content as usize].compared[other] += work;
            let names = [said.backend, other].map(|backend| self.backends[backend].stats.name);
            if let Some(contradiction) = contradiction(names, [&said.verdict, &second]) {
                return Verdict::Unknown(contradiction);
            }
        }
        if wanted {
            self.known[content as usize].compare(said.backend);
        }
        said.verdict
    }

    /// Why it is unknown, by backend if they don't say the same.
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

#[cfg(test)]
mod tests {
    use super::{Portfolio, RARER};
    use crate::conjunction::Conjunction;
    use crate::model::Model;
    use crate::pool::TermPool;
    use crate::solver::backend::{AskRound, Backend, BackendKind, CountedBackend};
    use crate::solver::{Query, QueryLimits, StopSignal, Verdict};

    /// Says the same to everything: 0 is no, 1 is yes, and all else is that it doesn't know.
    struct Says<const WHAT: u8>;

    impl<const WHAT: u8> Backend for Says<WHAT> {
        fn start(_limits: QueryLimits, _stop: Option<StopSignal>) -> Result<Says<WHAT>, String> {
            Ok(Says)
        }

        fn check(&mut self, _: &mut TermPool, _: Query<'_>, _: AskRound) -> Verdict {
            match WHAT {
                0 => Verdict::Unsat,
                1 => Verdict::Sat(Model::new()),
                other => Verdict::Unknown(format!("reason {other}")),
            }
        }

        fn work(&self) -> u64 {
            0
        }
    }

    fn portfolio(kinds: [BackendKind; 2], compares: bool) -> Portfolio {
        let start = |kind: BackendKind| kind.start(QueryLimits::default(), None).expect("one");
        let backends: Vec<CountedBackend> = kinds.into_iter().map(start).collect();
        Portfolio::new(backends, compares, None, None)
    }

    /// What it says to a number of queries.
    fn ask(portfolio: &mut Portfolio, times: u64) -> Vec<Verdict> {
        let mut pool = TermPool::new();
        let goal = pool.bool(true);
        (0..times)
            .map(|_| portfolio.check(&mut pool, Query::new(Conjunction::EMPTY, goal)))
            .collect()
    }

    #[test]
    fn a_contradicted_answer_is_unknown() {
        let kinds = [BackendKind::of::<Says<0>>("no"), BackendKind::of::<Says<1>>("yes")];
        for kinds in [kinds, [kinds[1], kinds[0]]] {
            let said = ask(&mut portfolio(kinds, true), 1).remove(0);
            let reason = "the solvers differ: yes has a model, and no says that there is none";
            assert_eq!(said, Verdict::Unknown(reason.to_string()));
        }
    }

    #[test]
    fn now_and_then_there_is_a_second_opinion() {
        let kinds = [BackendKind::of::<Says<0>>("no"), BackendKind::of::<Says<1>>("yes")];
        let said = ask(&mut portfolio(kinds, false), RARER);
        let (last, others) = said.split_last().expect("some");
        assert!(others.iter().all(|verdict| *verdict == Verdict::Unsat), "{others:?}");
        assert!(matches!(last, Verdict::Unknown(_)), "{last:?}");
    }

    #[test]
    fn who_knows_is_asked_first_the_next_time() {
        let kinds = [BackendKind::of::<Says<2>>("two"), BackendKind::of::<Says<0>>("no")];
        let mut portfolio = portfolio(kinds, false);
        assert_eq!(ask(&mut portfolio, 3), [Verdict::Unsat, Verdict::Unsat, Verdict::Unsat]);
        let asked: Vec<u64> = portfolio.backends().map(|backend| backend.queries).collect();
        assert_eq!(asked, [1, 3]);
    }

    #[test]
    fn all_reasons_are_told() {
        let kinds = [BackendKind::of::<Says<2>>("two"), BackendKind::of::<Says<3>>("three")];
        let said = ask(&mut portfolio(kinds, false), 1).remove(0);
        assert_eq!(said, Verdict::Unknown("two: reason 2; three: reason 3".to_string()));
    }
}
