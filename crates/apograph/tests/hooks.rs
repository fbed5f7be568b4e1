//! Attributes, hooks, replacements, limits, and what goes wrong.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex, RwLock};

use apograph::copy::{CopyErrorKind, Copying};
use apograph::{Copier, CopyError, DeepCopy, copy, copy_shallow, try_copy};

#[derive(DeepCopy, Default)]
struct Session {
    #[apograph(copy = "share")]
    settings: Arc<String>,
    #[apograph(copy = "skip")]
    cache: HashMap<String, u32>,
    #[apograph(copy = "shallow")]
    recent: Vec<Rc<String>>,
    #[apograph(copy = "with(next)")]
    id: u64,
    #[apograph(copy = "with(checked)")]
    name: String,
    deep: Rc<String>,
}

fn next(id: &u64, _: &mut Copying<'_>) -> u64 {
    id + 1
}

fn checked(name: &String, _: &mut Copying<'_>) -> Result<String, CopyError> {
    if name == "bad" { Err(CopyError::hook("bad names are not copied")) } else { Ok(name.clone()) }
}

#[test]
fn fields_are_copied_as_their_attributes_say() {
    let session = Session {
        cache: [("a".into(), 1)].into(),
        recent: vec![Rc::default()],
        id: 41,
        name: "good".into(),
        ..Session::default()
    };
    let copied = copy(&session);
    assert!(Arc::ptr_eq(&copied.settings, &session.settings));
    assert!(copied.cache.is_empty());
    assert!(Rc::ptr_eq(&copied.recent[0], &session.recent[0]));
    assert_eq!((copied.id, copied.name.as_str()), (42, "good"));
    assert!(!Rc::ptr_eq(&copied.deep, &session.deep));

    let mut target = Session { cache: [("b".into(), 2)].into(), ..Session::default() };
    apograph::copy_into(&session, &mut target);
    assert!(target.cache.is_empty());
    assert!(Arc::ptr_eq(&target.settings, &session.settings));
    assert!(Rc::ptr_eq(&target.recent[0], &session.recent[0]));
    assert_eq!(target.id, 42);
}

#[test]
fn a_hook_can_stop_the_copy_with_an_error_that_tells_where() {
    let sessions = vec![Session::default(), Session { name: "bad".into(), ..Session::default() }];
    let error = try_copy(&sessions).err().unwrap();
    assert!(matches!(error.kind(), CopyErrorKind::Hook(_)));
    assert_eq!(error.path(), "[1].name");
    assert_eq!(error.to_string(), "a hook stopped the copy: bad names are not copied, at [1].name");
}

#[test]
fn a_shallow_copy_shares_what_is_shared() {
    let value = (vec![String::from("a")], Rc::new(RefCell::new(1)), Rc::downgrade(&Rc::new(2)));
    let copied = copy_shallow(&value);
    assert_eq!(copied.0, value.0);
    assert!(Rc::ptr_eq(&copied.1, &value.1));
}

#[derive(DeepCopy, Debug, PartialEq, Clone)]
#[apograph(hookable)]
struct Secret(String);

#[test]
fn a_hook_for_a_type_works_wherever_the_type_is_met() {
    let value = (Secret("a".into()), vec![Some(Secret("b".into()))], Rc::new(Secret("c".into())));
    assert_eq!(copy(&value), value);
    let calls = Rc::new(Cell::new(0));
    let counter = Rc::clone(&calls);
    let mut copier = Copier::new();
    copier.hook(move |_: &Secret, _| {
        counter.set(counter.get() + 1);
        Ok(Secret("***".into()))
    });
    let hidden = || Secret("***".into());
    assert_eq!(copier.copy(&value), (hidden(), vec![Some(hidden())], Rc::new(hidden())));
    assert_eq!(calls.get(), 3);
    let mut target = value.clone();
    copier.copy_into(&value, &mut target);
    assert_eq!(target, (hidden(), vec![Some(hidden())], Rc::new(hidden())));
}

#[test]
fn what_a_hook_has_made_stays_as_it_is() {
    #[derive(DeepCopy)]
    #[apograph(hookable)]
    struct Ranks {
        by_name: HashMap<Rc<String>, u8>,
    }
    #[derive(DeepCopy)]
    #[apograph(hookable)]
    enum Edge {
        One(Rc<String>),
        Many(Vec<Rc<String>>),
    }
    #[derive(DeepCopy)]
    struct List {
        edge: Edge,
        ranks: Ranks,
        next: Option<Box<List>>,
    }
    let text = |text: &str| Rc::new(String::from(text));
    let mut list = None;
    for _ in 0..200 {
        let edge = Edge::One(text("original"));
        let ranks = Ranks { by_name: [(text("original"), 1)].into() };
        list = Some(Box::new(List { edge, ranks, next: list }));
    }
    let mut copier = Copier::new();
    copier.hook(move |_: &Ranks, _| {
        Ok(Ranks { by_name: [(Rc::new(String::from("hooked")), 2)].into() })
    });
    copier.hook(|_: &Edge, _| Ok(Edge::Many(vec![Rc::default(); 3])));
    let mut at = copier.copy(&list);
    let mut length = 0;
    while let Some(node) = at {
        match &node.edge {
            Edge::One(text) => panic!("the hook was not asked: {text}"),
            Edge::Many(many) => assert_eq!(many.len(), 3),
        }
        assert_eq!(node.ranks.by_name, [(text("hooked"), 2)].into());
        at = node.next;
        length += 1;
    }
    assert_eq!(length, 200);
}

#[derive(DeepCopy, Default)]
struct Node {
    id: u32,
    #[apograph(copy = "with(reversed)")]
    children: RefCell<Vec<Rc<Node>>>,
    config: Rc<String>,
    parent: RefCell<Weak<Node>>,
}

/// Copies within a hook, and looks at what it got.
fn reversed(
    children: &RefCell<Vec<Rc<Node>>>,
    copying: &mut Copying<'_>,
) -> Result<RefCell<Vec<Rc<Node>>>, CopyError> {
    let mut copies = copying.copy(&*children.borrow())?;
    copies.sort_by_key(|node| std::cmp::Reverse(node.id));
    Ok(RefCell::new(copies))
}

#[test]
fn a_copy_within_a_hook_is_complete_and_keeps_sharing() {
    let config = Rc::new(String::from("config"));
    let node = |id, children: Vec<Rc<Node>>| {
        Rc::new(Node {
            id,
            children: children.into(),
            config: Rc::clone(&config),
            ..Node::default()
        })
    };
    let shared = node(9, vec![node(3, vec![]), node(4, vec![])]);
    let root =
        node(0, vec![node(1, vec![Rc::clone(&shared)]), node(2, vec![Rc::clone(&shared)]), shared]);
    let copied = copy(&root);
    let children = copied.children.borrow();
    assert_eq!(children.iter().map(|node| node.id).collect::<Vec<_>>(), [9, 2, 1]);
    for parent in &children[1..] {
        assert!(Rc::ptr_eq(&parent.children.borrow()[0], &children[0]));
    }
    let grandchildren = children[0].children.borrow();
    assert_eq!(grandchildren.iter().map(|node| node.id).collect::<Vec<_>>(), [4, 3]);
    assert!(Rc::ptr_eq(&grandchildren[0].config, &copied.config));
    assert!(!Rc::ptr_eq(&copied.config, &config));
}

#[test]
fn a_hook_never_sees_an_object_that_is_not_finished() {
    let parent = Rc::new(Node::default());
    let child = Rc::new(Node { id: 1, ..Node::default() });
    *child.parent.borrow_mut() = Rc::downgrade(&parent);
    parent.children.borrow_mut().push(child);
    let error = try_copy(&parent).err().unwrap();
    assert!(matches!(error.kind(), CopyErrorKind::Unfinished), "{error}");
    assert_eq!(error.path(), "children[0].parent");

    // Nor one that nothing keeps.
    let outside = Rc::new(Node::default());
    let parent = Rc::new(Node::default());
    parent
        .children
        .borrow_mut()
        .push(Rc::new(Node { parent: RefCell::new(Rc::downgrade(&outside)), ..Node::default() }));
    let error = try_copy(&parent).err().unwrap();
    assert!(matches!(error.kind(), CopyErrorKind::Unfinished), "{error}");
}

#[test]
fn a_hook_never_gets_at_an_object_that_only_weak_handles_led_to() {
    #[derive(DeepCopy)]
    struct Named {
        name: Weak<String>,
    }
    #[derive(DeepCopy)]
    #[apograph(copy = "with(looked_at)")]
    struct LookedAt(Rc<Named>);
    fn looked_at(value: &LookedAt, copying: &mut Copying<'_>) -> Result<LookedAt, CopyError> {
        let named = copying.copy(&value.0)?;
        assert_eq!(*named.name.upgrade().unwrap(), "name");
        Ok(LookedAt(named))
    }
    let name = Rc::new(String::from("name"));
    let named = Rc::new(Named { name: Rc::downgrade(&name) });
    let looked_at = LookedAt(Rc::clone(&named));
    // The copy of the first is there, but what it leads to is not.
    let error = try_copy(&(Rc::clone(&named), looked_at, Rc::clone(&name))).err().unwrap();
    assert!(matches!(error.kind(), CopyErrorKind::Unfinished), "{error}");
    copy(&(name, Rc::clone(&named), LookedAt(named)));
}

#[test]
fn a_failed_copy_within_a_hook_fails_the_whole_copy() {
    #[derive(DeepCopy)]
    struct Swallows {
        shared: Rc<RefCell<u32>>,
        #[apograph(copy = "with(swallow)")]
        again: Rc<RefCell<u32>>,
    }
    fn swallow(cell: &Rc<RefCell<u32>>, copying: &mut Copying<'_>) -> Rc<RefCell<u32>> {
        let borrowed = cell.borrow_mut();
        let result = copying.copy(&Rc::new(RefCell::new(Rc::clone(cell))));
        drop(borrowed);
        result.map_or_else(|_| Rc::default(), |copy| Rc::clone(&copy.borrow()))
    }
    fn panicking(cell: &Rc<RefCell<u32>>, copying: &mut Copying<'_>) -> Rc<RefCell<u32>> {
        let result = catch_unwind(AssertUnwindSafe(|| copying.copy(&Panics::Yes)));
        assert!(result.is_err());
        Rc::clone(cell)
    }
    #[derive(DeepCopy)]
    struct Catches {
        #[apograph(copy = "with(panicking)")]
        cell: Rc<RefCell<u32>>,
    }
    let shared: Rc<RefCell<u32>> = Rc::default();
    let other: Rc<RefCell<u32>> = Rc::default();
    let value = Swallows { shared, again: other };
    assert!(try_copy(&value).is_err());
    assert!(try_copy(&Catches { cell: Rc::clone(&value.shared) }).is_err());
    assert_eq!(Rc::strong_count(&value.shared), 1);
}

#[derive(Debug, DeepCopy)]
#[apograph(copy = "with(panic_or_not)")]
enum Panics {
    Yes,
    No,
}

fn panic_or_not(panics: &Panics, _: &mut Copying<'_>) -> Panics {
    match panics {
        Panics::Yes => panic!("on purpose"),
        Panics::No => Panics::No,
    }
}

/// Every kind of place from which a panic can come leaves original and copier usable.
#[test]
fn a_panic_half_way_leaves_original_and_copier_usable() {
    #[derive(DeepCopy)]
    struct Everywhere {
        shared: Rc<RefCell<Vec<Rc<String>>>>,
        boxed: Box<Option<Panics>>,
        list: Vec<(Rc<String>, Panics)>,
        map: HashMap<u8, (Rc<String>, Panics)>,
        keys: HashMap<Rc<String>, Rc<Panics>>,
        cell: RefCell<Panics>,
        lock: Mutex<Panics>,
        array: [Panics; 2],
        tuple: (Rc<String>, Panics),
        deep: Deep,
    }
    #[derive(DeepCopy)]
    enum Deep {
        End(Panics, Rc<String>),
        More(Box<Deep>),
    }
    let build = |place: usize| {
        let panics = |at: usize| if at == place { Panics::Yes } else { Panics::No };
        let text: Rc<String> = Rc::new("shared".into());
        let mut deep = Deep::End(panics(8), Rc::clone(&text));
        for _ in 0..200 {
            deep = Deep::More(Box::new(deep));
        }
        Everywhere {
            shared: Rc::new(RefCell::new(vec![Rc::clone(&text), Rc::clone(&text)])),
            boxed: Box::new(Some(panics(0))),
            list: vec![(Rc::clone(&text), Panics::No), (Rc::clone(&text), panics(1))],
            map: [(1, (Rc::clone(&text), Panics::No)), (2, (Rc::clone(&text), panics(2)))].into(),
            keys: [(Rc::new("key".into()), Rc::new(panics(3)))].into(),
            cell: RefCell::new(panics(4)),
            lock: Mutex::new(panics(5)),
            array: [Panics::No, panics(6)],
            tuple: (text, panics(7)),
            deep,
        }
    };
    let mut copier = Copier::new();
    for place in 0..9 {
        let value = build(place);
        let result = catch_unwind(AssertUnwindSafe(|| copier.copy(&value)));
        assert!(result.is_err(), "nothing panicked at place {place}");
        assert!(catch_unwind(AssertUnwindSafe(|| copy(&value))).is_err());
        assert!(value.shared.try_borrow_mut().is_ok());
        let whole = copier.copy(&build(99));
        assert_eq!(*whole.shared.borrow()[0], "shared");
        assert!(Rc::ptr_eq(&whole.tuple.0, &whole.list[1].0));
    }
}

#[test]
fn an_error_half_way_frees_what_was_copied() {
    thread_local!(static ALIVE: Cell<i32> = const { Cell::new(0) });
    #[derive(DeepCopy)]
    #[apograph(copy = "with(count)")]
    struct Counted;
    impl Drop for Counted {
        fn drop(&mut self) {
            ALIVE.set(ALIVE.get() - 1);
        }
    }
    fn count(_: &Counted, _: &mut Copying<'_>) -> Counted {
        ALIVE.set(ALIVE.get() + 1);
        Counted
    }
    #[derive(DeepCopy)]
    struct Parts {
        counted: Counted,
        shared: Rc<RefCell<Vec<Rc<Counted>>>>,
        list: Vec<Option<Box<Counted>>>,
        choice: Choice,
        fails: RefCell<u8>,
    }
    #[derive(DeepCopy)]
    enum Choice {
        Both(Counted, Option<Rc<Counted>>),
    }
    let shared = Rc::new(RefCell::new(vec![Rc::new(Counted), Rc::new(Counted)]));
    let parts = || Parts {
        counted: Counted,
        shared: Rc::clone(&shared),
        list: vec![Some(Box::new(Counted)), Some(Box::new(Counted))],
        choice: Choice::Both(Counted, Some(Rc::clone(&shared.borrow()[0]))),
        fails: RefCell::new(1),
    };
    let both = [parts(), parts()];
    let borrowed = both[1].fails.borrow_mut();
    let error = try_copy(&both).err().unwrap();
    assert_eq!(error.path(), "[1].fails");
    assert_eq!(ALIVE.get(), 0);
    drop(borrowed);
    drop(copy(&both));
    assert_eq!(ALIVE.get(), 0);
}

#[test]
fn a_value_that_is_borrowed_mutably_is_an_error_and_not_a_panic() {
    let cells = Rc::new(vec![RefCell::new(1), RefCell::new(2)]);
    let borrowed = cells[1].borrow_mut();
    let error = try_copy(&(Rc::clone(&cells), Rc::clone(&cells))).unwrap_err();
    assert!(matches!(error.kind(), CopyErrorKind::Borrowed));
    assert_eq!(error.to_string(), "a RefCell is borrowed mutably while it is copied, at 0[1]");
    drop(borrowed);
    assert!(try_copy(&cells).is_ok());
}

#[test]
fn locks_that_are_held_or_poisoned_are_errors_as_the_settings_say() {
    let lock = Mutex::new(1);
    let held = lock.lock().unwrap();
    let error = Copier::new().wait_for_locks(false).try_copy(&lock).unwrap_err();
    assert!(matches!(error.kind(), CopyErrorKind::Locked));
    drop(held);

    let lock = Arc::new(RwLock::new(5));
    let other = Arc::clone(&lock);
    let thread = std::thread::spawn(move || {
        let _held = other.write();
        panic!("on purpose");
    });
    assert!(thread.join().is_err());
    let error = try_copy(&lock).unwrap_err();
    assert!(matches!(error.kind(), CopyErrorKind::Poisoned));
    let copied = Copier::new().accept_poisoned(true).copy(&lock);
    assert_eq!(*copied.read().unwrap(), 5);
}

#[test]
fn a_limit_stops_the_copy_and_says_which_setting_it_was() {
    let list: Vec<Rc<u8>> = (0..10).map(Rc::new).collect();
    let error = Copier::new().max_objects(9).try_copy(&list).unwrap_err();
    assert!(matches!(error.kind(), CopyErrorKind::TooManyObjects { limit: 9 }));
    assert!(error.to_string().contains("`Copier::max_objects`"), "{error}");
    assert_eq!(error.path(), "[9]");
    let mut copier = Copier::new().max_objects(10);
    for _ in 0..3 {
        assert_eq!(copier.copy(&list), list);
    }
}

#[test]
fn replacements_and_objects_that_stay_shared() {
    let (config, old, new) = (Rc::new(1), Rc::new(2), Rc::new(3));
    let value = (Rc::clone(&config), Rc::clone(&old), vec![Rc::clone(&old), Rc::new(4)]);
    let mut copier = Copier::new();
    copier.share(&config);
    copier.replace(&old, Rc::clone(&new));
    for _ in 0..2 {
        let copied = copier.copy(&value);
        assert!(Rc::ptr_eq(&copied.0, &config));
        assert!(Rc::ptr_eq(&copied.1, &new) && Rc::ptr_eq(&copied.2[0], &new));
        assert!(!Rc::ptr_eq(&copied.2[1], &value.2[1]));
    }
    drop(copier);
    assert_eq!((Rc::strong_count(&new), Rc::strong_count(&config)), (1, 2));

    // Also where the handle in the graph is the only one.
    let alone = vec![Rc::new(5)];
    let mut copier = Copier::new();
    copier.replace(&alone[0], Rc::new(6));
    assert_eq!(copier.copy(&alone), [Rc::new(6)]);
}

#[test]
fn the_copy_of_an_inner_object_is_found_after_the_copy() {
    let (inner, lone) = (Rc::new(RefCell::new(1)), Rc::new(2));
    let value = (vec![Rc::clone(&inner), Rc::clone(&inner)], [lone]);
    let mut copier = Copier::new().remember(true);
    let copied = copier.copy(&value);
    assert!(Rc::ptr_eq(&copier.copy_of(&inner).unwrap(), &copied.0[0]));
    assert!(Rc::ptr_eq(&copier.copy_of(&value.1[0]).unwrap(), &copied.1[0]));
    assert!(copier.copy_of(&Rc::new(7)).is_none());
    copier.forget();
    assert!(copier.copy_of(&inner).is_none());
    assert_eq!((Rc::strong_count(&inner), Rc::strong_count(&copied.0[0])), (3, 2));

    // A weak handle that nothing keeps dangles, although the copier remembers.
    let outside = Rc::new(3);
    let weak = copier.copy(&vec![Rc::downgrade(&outside)]);
    assert!(weak[0].upgrade().is_none());
    assert!(copier.copy_of(&outside).is_none());
}

#[test]
fn a_hook_within_a_copy_of_a_hook_works() {
    #[derive(DeepCopy)]
    struct Outer {
        #[apograph(copy = "with(copied)")]
        inner: Rc<Inner>,
    }
    #[derive(DeepCopy)]
    struct Inner {
        #[apograph(copy = "with(next)")]
        number: u64,
    }
    fn copied(inner: &Rc<Inner>, copying: &mut Copying<'_>) -> Result<Rc<Inner>, CopyError> {
        copying.copy(inner)
    }
    let inner = Rc::new(Inner { number: 1 });
    assert_eq!(copy(&Outer { inner }).inner.number, 2);
}

#[test]
fn a_failure_within_a_hook_is_not_forgotten_after_a_success() {
    #[derive(DeepCopy)]
    struct Tries {
        shared: Rc<RefCell<Rc<String>>>,
        #[apograph(copy = "with(again)")]
        first: Rc<RefCell<Rc<String>>>,
        last: Rc<RefCell<Rc<String>>>,
    }
    fn again(cell: &Rc<RefCell<Rc<String>>>, copying: &mut Copying<'_>) -> Rc<RefCell<Rc<String>>> {
        let borrowed = cell.borrow_mut();
        assert!(copying.copy(cell).is_err());
        drop(borrowed);
        assert!(copying.copy(&1_u8).is_err());
        Rc::clone(cell)
    }
    let cell = || Rc::new(RefCell::new(Rc::new(String::from("abc"))));
    let first = cell();
    let tries = Tries { shared: cell(), last: Rc::clone(&first), first };
    assert!(try_copy(&tries).is_err());
}

#[test]
fn what_a_hook_gets_can_be_dropped() {
    #[derive(DeepCopy)]
    struct Holder {
        weak: Weak<String>,
        #[apograph(copy = "with(dropped)")]
        first: Rc<String>,
        last: Rc<String>,
        twin: Rc<String>,
    }
    fn dropped(text: &Rc<String>, copying: &mut Copying<'_>) -> Result<Rc<String>, CopyError> {
        drop(copying.copy(text)?);
        drop(copying.copy(&vec![Rc::clone(text), Rc::clone(text)])?);
        Ok(Rc::new("hook".into()))
    }
    let text = Rc::new(String::from("text"));
    let holder = Holder {
        weak: Rc::downgrade(&text),
        first: Rc::clone(&text),
        twin: Rc::clone(&text),
        last: text,
    };
    let copied = copy(&holder);
    assert_eq!((copied.first.as_str(), copied.last.as_str()), ("hook", "text"));
    assert!(Rc::ptr_eq(&copied.last, &copied.twin));
    assert_eq!(Rc::strong_count(&copied.last), 2);
    assert!(Rc::ptr_eq(&copied.weak.upgrade().unwrap(), &copied.last));
}

#[test]
fn an_original_that_a_hook_empties_while_it_is_copied_does_no_harm() {
    use std::collections::BTreeSet;

    type Set = BTreeSet<Rc<u8>>;
    type Sets = Rc<RefCell<Vec<Set>>>;
    type Locked = Rc<Mutex<Option<Rc<Set>>>>;

    #[derive(DeepCopy)]
    struct Emptied {
        sets: Sets,
        locked: Locked,
        #[apograph(copy = "with(empty)")]
        both: (Sets, Locked),
    }
    fn empty(both: &(Sets, Locked), _: &mut Copying<'_>) -> (Sets, Locked) {
        // Still borrowed, or not: either way nothing that is waited for goes away.
        if let Ok(mut sets) = both.0.try_borrow_mut() {
            sets.clear();
        }
        if let Ok(mut locked) = both.1.try_lock() {
            *locked = None;
        }
        both.clone()
    }
    let set = || Set::from([Rc::new(1), Rc::new(2)]);
    let sets = Rc::new(RefCell::new(vec![set(), set()]));
    let locked = Rc::new(Mutex::new(Some(Rc::new(set()))));
    let emptied = Emptied { both: (Rc::clone(&sets), Rc::clone(&locked)), sets, locked };
    let copied = copy(&emptied);
    assert!(copied.sets.borrow().iter().all(|set| set.len() == 2));
    assert!(copied.locked.lock().unwrap().as_ref().is_none_or(|set| set.len() == 2));
}

#[test]
fn a_copier_holds_nothing_after_a_panic() {
    #[derive(DeepCopy)]
    struct Held {
        cell: RefCell<Vec<std::collections::BTreeSet<Rc<u8>>>>,
        panics: Panics,
    }
    let cell = RefCell::new(vec![[Rc::new(1)].into()]);
    let held = Held { cell, panics: Panics::Yes };
    let mut copier = Copier::new().remember(true);
    let shared = Rc::new(3);
    drop(copier.copy(&vec![Rc::clone(&shared)]));
    assert_eq!(copier.copy_of(&shared).as_deref(), Some(&3));
    assert!(catch_unwind(AssertUnwindSafe(|| copier.copy(&held))).is_err());
    assert!(held.cell.try_borrow_mut().is_ok());
    assert!(copier.copy_of(&shared).is_none());
    drop(held);
    assert_eq!(copier.copy(&vec![1]), [1]);
}

#[test]
fn empty_slices_of_all_types_are_copied() {
    type Empty = (Arc<[u64]>, Arc<str>, Arc<[u8]>, Rc<[String]>, Rc<str>);
    let empty: Empty = Default::default();
    let copied = copy(&(empty.clone(), empty));
    assert!(copied.0.0.is_empty() && copied.0.1.is_empty() && copied.1.3.is_empty());
}

#[test]
fn a_part_that_fails_after_a_deep_one_leaves_no_hollow_block() {
    #[derive(DeepCopy)]
    struct Node {
        boxed: Box<RefCell<String>>,
        fails: RefCell<u8>,
        next: Option<Box<Node>>,
    }
    for depth in 28..40 {
        let node = |next| Node { boxed: Box::default(), fails: RefCell::new(0), next };
        let mut list = node(None);
        for _ in 0..depth {
            list = node(Some(Box::new(list)));
        }
        let mut last = &list;
        while let Some(next) = &last.next {
            last = next;
        }
        let borrowed = last.fails.borrow_mut();
        assert!(try_copy(&list).is_err());
        drop(borrowed);
        assert!(try_copy(&list).is_ok());
    }
}
