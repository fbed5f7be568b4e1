//! The objects under test, with the contestants that are to work on them.

use std::sync::Arc;

use serde::Serialize;

use crate::contestant::{Contestant, Runner};
use crate::identifier::ContestantId;
use crate::profile::CorpusProfile;
use crate::results::{Proof, Traits};
use crate::tree::{Difference, Tree, TreeError, difference, tree_of};

type Source<T> = Arc<dyn Fn() -> Vec<T> + Send + Sync>;
type Look<T> = Arc<dyn Fn(&T) -> Result<Tree, TreeError> + Send + Sync>;
type Compare<T> = Arc<dyn Fn(&T, &T) -> Option<Difference> + Send + Sync>;

/// Objects of one type, and the contestants that are to work on them.
///
/// The objects come from a function, since every child process and every thread makes its own,
/// and makes them anew during a measurement. It must give the same objects each time.
///
/// ```
/// use apograph_lab::{Contestant, Subject};
///
/// let subject = Subject::new("names", || vec!["Ada".to_owned(), "Grace".to_owned()])
///     .about("two names")
///     .contestant(Contestant::copy("clone", String::clone));
/// assert_eq!(subject.name(), "names");
/// ```
pub struct Subject<T> {
    name: String,
    about: String,
    maps: String,
    source: Source<T>,
    look: Look<T>,
    compare: Compare<T>,
    contestants: Vec<Contestant<T>>,
}

impl<T: 'static> Subject<T> {
    /// A subject of any serde type. Objects are equal when `==` says so; serde serves to describe
    /// them, and to find where two differ.
    pub fn new(name: &str, source: impl Fn() -> Vec<T> + Send + Sync + 'static) -> Self
    where
        T: Serialize + PartialEq,
    {
        Self::with_comparison(name, source, tree_of, |original, returned| {
            if original == returned {
                return None;
            }
            let found = match (tree_of(original), tree_of(returned)) {
                (Ok(original), Ok(returned)) => difference(&original, &returned),
                _ => None,
            };
            Some(found.unwrap_or_else(|| Difference {
                path: String::new(),
                what: "`==` says that the objects differ, in something serde does not see".into(),
            }))
        })
    }

    /// A subject with its own way of looking at objects and of comparing them, as graphs need.
    /// `compare` gets the original and the object given back.
    pub fn with_comparison(
        name: &str,
        source: impl Fn() -> Vec<T> + Send + Sync + 'static,
        look: impl Fn(&T) -> Result<Tree, TreeError> + Send + Sync + 'static,
        compare: impl Fn(&T, &T) -> Option<Difference> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            about: String::new(),
            maps: String::new(),
            source: Arc::new(source),
            look: Arc::new(look),
            compare: Arc::new(compare),
            contestants: Vec::new(),
        }
    }

    /// Says in a sentence what the objects are.
    #[must_use]
    pub fn about(mut self, about: &str) -> Self {
        about.clone_into(&mut self.about);
        self
    }

    /// Says which map types the objects hold.
    #[must_use]
    pub fn maps(mut self, maps: &str) -> Self {
        maps.clone_into(&mut self.maps);
        self
    }

    /// Adds a contestant.
    #[must_use]
    pub fn contestant(mut self, contestant: Contestant<T>) -> Self {
        self.contestants.push(contestant);
        self
    }

    /// Adds contestants.
    #[must_use]
    pub fn contestants(mut self, contestants: impl IntoIterator<Item = Contestant<T>>) -> Self {
        self.contestants.extend(contestants);
        self
    }

    /// The subject's name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A contestant as it is listed, without the type of the objects.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its identifier.
    pub id: &'a ContestantId,
    /// What it keeps, loses and asks for.
    pub traits: &'a Traits,
    /// Why it cannot carry the subject, if so.
    pub unsupported: Option<&'a str>,
    /// Whether only runs that name it have it.
    pub on_request: bool,
}

/// What a look at the whole corpus found.
#[derive(Clone, Debug)]
pub struct Survey {
    /// What the objects look like.
    pub profile: CorpusProfile,
    /// The objects' places in the corpus, smallest JSON text first; never empty.
    pub by_size: Vec<u32>,
}

/// Why a corpus could not be looked at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// There are no objects.
    #[error("the corpus is empty: give at least one object")]
    Empty,
    /// An object's own `Serialize` failed.
    #[error("object {object} of the corpus cannot be looked at: {source}")]
    Object {
        /// Its place in the corpus.
        object: usize,
        /// What its `Serialize` reported.
        source: TreeError,
    },
}

/// A [`Subject`] without the type of its objects: what the measuring code works on.
pub trait Experiment: Send + Sync {
    /// The subject's name.
    fn name(&self) -> &str;
    /// What the objects are.
    fn about(&self) -> &str;
    /// Which map types the objects hold.
    fn maps(&self) -> &str;
    /// The contestants, in order.
    fn entries(&self) -> Vec<Entry<'_>>;
    /// What the corpus looks like.
    ///
    /// # Errors
    ///
    /// When an object cannot be looked at, or the corpus is empty.
    fn survey(&self) -> Result<Survey, SurveyError>;
    /// Makes the objects and readies the contestants named by their places in
    /// [`entries`](Self::entries); a place may come twice. With `only`, the corpus is that one
    /// object.
    fn begin<'a>(&'a self, contestants: &[usize], only: Option<usize>) -> Box<dyn Trial + 'a>;
}

/// Objects and contestants at work on one thread. Contestants go by their place in the list that
/// [`Experiment::begin`] was given.
pub trait Trial {
    /// How many objects there are.
    fn objects(&self) -> usize;
    /// Makes the objects anew and readies the contestants again.
    fn renew(&mut self);
    /// Why a contestant could not be readied, if so; such a one must not be run.
    fn obstacle(&self, contestant: usize) -> Option<&str>;
    /// Does the operation on each object of `order`.
    fn run(&mut self, contestant: usize, order: &[u32]);
    /// Does the operation once and calls `before_drop` while the outcome is alive.
    fn observe(&mut self, contestant: usize, object: usize, before_drop: &mut dyn FnMut());
    /// Checks on every object that the contestant gives back an equal one.
    fn prove(&mut self, contestant: usize) -> Proof;
    /// Bytes written or read for an object.
    fn wire_len(&mut self, contestant: usize, object: usize) -> Option<u64>;
}

impl<T: 'static> Experiment for Subject<T> {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn maps(&self) -> &str {
        &self.maps
    }

    fn entries(&self) -> Vec<Entry<'_>> {
        self.contestants
            .iter()
            .map(|contestant| Entry {
                id: contestant.id(),
                traits: contestant.traits(),
                unsupported: contestant.reason_unsupported(),
                on_request: contestant.is_on_request(),
            })
            .collect()
    }

    fn survey(&self) -> Result<Survey, SurveyError> {
        let objects = (self.source)();
        if objects.is_empty() {
            return Err(SurveyError::Empty);
        }
        let look = |(object, value)| {
            (self.look)(value).map_err(|source| SurveyError::Object { object, source })
        };
        let trees = objects.iter().enumerate().map(look).collect::<Result<Vec<_>, _>>()?;
        let mut by_size: Vec<(u64, u32)> =
            trees.iter().zip(0..).map(|(tree, object)| (tree.json_len(), object)).collect();
        by_size.sort_unstable();
        let by_size = by_size.into_iter().map(|(_, object)| object).collect();
        Ok(Survey { profile: CorpusProfile::of(&trees), by_size })
    }

    fn begin<'a>(&'a self, contestants: &[usize], only: Option<usize>) -> Box<dyn Trial + 'a> {
        let contestants = contestants.iter().filter_map(|&at| self.contestants.get(at)).collect();
        let mut trial = TypedTrial {
            subject: self,
            only,
            contestants,
            objects: Vec::new(),
            runners: Vec::new(),
        };
        trial.renew();
        Box::new(trial)
    }
}

struct TypedTrial<'a, T> {
    subject: &'a Subject<T>,
    only: Option<usize>,
    contestants: Vec<&'a Contestant<T>>,
    objects: Vec<T>,
    runners: Vec<Result<Box<dyn Runner<T>>, String>>,
}

impl<T: 'static> TypedTrial<'_, T> {
    /// A contestant that could not be readied does nothing.
    fn runner(&mut self, contestant: usize) -> Option<(&mut dyn Runner<T>, &[T])> {
        match self.runners.get_mut(contestant) {
            Some(Ok(runner)) => Some((&mut **runner, &self.objects)),
            _ => None,
        }
    }
}

impl<T: 'static> Trial for TypedTrial<'_, T> {
    fn objects(&self) -> usize {
        self.objects.len()
    }

    fn renew(&mut self) {
        self.runners.clear();
        self.objects.clear();
        self.objects = (self.subject.source)();
        if let Some(only) = self.only {
            self.objects.truncate(only + 1);
            self.objects.drain(..self.objects.len().saturating_sub(1));
        }
        self.runners =
            self.contestants.iter().map(|contestant| contestant.start(&self.objects)).collect();
    }

    fn obstacle(&self, contestant: usize) -> Option<&str> {
        match self.runners.get(contestant) {
            Some(Ok(_)) => None,
            Some(Err(reason)) => Some(reason),
            None => Some("there is no such contestant"),
        }
    }

    fn run(&mut self, contestant: usize, order: &[u32]) {
        if let Some((runner, objects)) = self.runner(contestant) {
            runner.run(objects, order);
        }
    }

    fn observe(&mut self, contestant: usize, object: usize, before_drop: &mut dyn FnMut()) {
        if let Some((runner, objects)) = self.runner(contestant) {
            runner.observe(objects, object, before_drop);
        }
    }

    fn prove(&mut self, contestant: usize) -> Proof {
        let Some(&declared) = self.contestants.get(contestant) else {
            return Proof::Unsupported { reason: "there is no such contestant".into() };
        };
        if let Some(reason) = declared.reason_unsupported() {
            return Proof::Unsupported { reason: reason.to_owned() };
        }
        let failed = |object, path, difference| Proof::Failed {
            object,
            path,
            difference,
            setting: declared.setting().map(str::to_owned),
        };
        if let Some(reason) = self.obstacle(contestant) {
            return failed(0, String::new(), reason.to_owned());
        }
        let compare = Arc::clone(&self.subject.compare);
        let Some((runner, objects)) = self.runner(contestant) else {
            return failed(0, String::new(), "it could not be readied".into());
        };
        for (index, original) in objects.iter().enumerate() {
            let mut returned = None;
            let outcome = runner.recover(objects, index, &mut |object| {
                returned = Some(compare(original, object));
            });
            match (outcome, returned) {
                (Ok(()), Some(None)) => {}
                (Ok(()), Some(Some(difference))) => {
                    return failed(index, difference.path, difference.what);
                }
                (Ok(()), None) => {
                    return failed(index, String::new(), "no object came back".into());
                }
                (Err(error), _) => return failed(index, String::new(), error),
            }
        }
        Proof::Passed { objects: objects.len() }
    }

    fn wire_len(&mut self, contestant: usize, object: usize) -> Option<u64> {
        let (runner, objects) = self.runner(contestant)?;
        runner.wire_len(objects, object)
    }
}
