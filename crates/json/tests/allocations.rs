//! How often memory is asked for: what a value owns, once, and nothing besides.

#![expect(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Debug;
use std::sync::{Mutex, MutexGuard, PoisonError};

use apograph_core::{Decode, Encode};
use apograph_json::{Value, ValueRef};

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static LIVE: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    COUNT.with(|count| count.set(count.get() + 1));
}

/// Bytes that are taken and given back; wraps when they were another thread's.
fn live(taken: usize, given: usize) {
    LIVE.with(|live| live.set(live.get().wrapping_add(taken).wrapping_sub(given)));
}

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        live(layout.size(), 0);
        // SAFETY: as the caller says.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        live(layout.size(), 0);
        // SAFETY: as the caller says.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        live(size, layout.size());
        // SAFETY: as the caller says.
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        live(0, layout.size());
        // SAFETY: as the caller says.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many bytes a value takes that is read from a text.
fn bytes_of<'de, T: Decode<'de>>(text: &'de str) -> usize {
    let before = LIVE.with(Cell::get);
    let value: T = apograph_json::from_str(text).expect("it is read");
    let taken = LIVE.with(Cell::get).wrapping_sub(before);
    drop(value);
    taken
}

/// What a function gives, and how often this thread asked for memory meanwhile.
fn counted<T>(function: impl FnOnce() -> T) -> (T, usize) {
    let before = COUNT.with(Cell::get);
    let result = function();
    (result, COUNT.with(Cell::get) - before)
}

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
struct Flat {
    id: u64,
    ratio: f64,
    ok: bool,
    letter: char,
    code: Option<i32>,
    pair: (u8, u8),
}

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
struct Texts {
    name: String,
    title: Option<String>,
    tags: Vec<String>,
}

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
struct Order {
    id: u64,
    customer: Texts,
    lines: Vec<Line>,
    notes: Vec<Vec<u32>>,
    parent: Option<Box<Order>>,
}

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
struct Line {
    sku: String,
    quantity: u32,
    price: f64,
    state: State,
}

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
enum State {
    #[default]
    Open,
    Sent {
        count: u32,
    },
}

fn flat() -> Flat {
    Flat { id: 7, ratio: 0.5, ok: true, letter: 'é', code: Some(-1), pair: (1, 2) }
}

fn texts() -> Texts {
    let tags = (0..20).map(|index| format!("tag number {index}")).collect();
    Texts { name: "a name".into(), title: Some("with \"escapes\"\n".into()), tags }
}

fn order(parent: Option<Box<Order>>) -> Order {
    let line = |index| Line {
        sku: format!("sku-{index}"),
        quantity: index,
        price: f64::from(index) * 1.5,
        state: if index % 2 == 0 { State::Open } else { State::Sent { count: index } },
    };
    Order {
        id: 12,
        customer: texts(),
        lines: (0..30).map(line).collect(),
        notes: vec![vec![1, 2, 3], vec![], vec![4; 4]],
        parent,
    }
}

/// How often reading and writing ask for memory, when nothing of it is the first time.
#[track_caller]
fn frugal<T>(value: &T)
where
    T: Encode + for<'de> Decode<'de> + Debug + PartialEq + Clone + Default,
{
    let text = apograph_json::to_vec(value).expect("it can be written");
    // Fields learn how long their lists are.
    for _ in 0..3 {
        let read: T = apograph_json::from_slice(&text).expect("it can be read");
        assert_eq!(&read, value);
    }
    let (clone, clones) = counted(|| value.clone());
    let (read, reads) = counted(|| apograph_json::from_slice::<T>(&text));
    assert_eq!(&read.expect("it can be read"), value);
    // One more for strings with escapes, which grows.
    assert!(reads <= clones + 2, "{reads} for reading, {clones} for a clone");

    let mut target = clone;
    let (read, over) = counted(|| apograph_json::from_slice_into(&text, &mut target));
    read.expect("it can be read");
    assert_eq!(&target, value);
    // The buffer of strings with escapes is not kept from one reading to the next.
    let escapes = usize::from(text.contains(&b'\\'));
    assert!(over <= 2 * escapes, "{over} for reading over the same");

    let (text, writes) = counted(|| apograph_json::to_vec(value).expect("it can be written"));
    assert_eq!(writes, 1, "for writing a second time {} bytes", text.len());

    let mut buffer = Vec::with_capacity(text.len() + 64);
    for _ in 0..2 {
        buffer.clear();
        let (written, writes) = counted(|| apograph_json::write_to(value, &mut buffer));
        written.expect("it can be written");
        assert_eq!(writes, 0, "for writing to a vector that is kept");
    }
}

/// One test at a time: what was learned from the values of a type is shared by all threads.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn a_value_of_scalars() {
    let _alone = alone();
    let text = apograph_json::to_vec(&flat()).expect("it can be written");
    let (read, reads) = counted(|| apograph_json::from_slice::<Flat>(&text));
    assert_eq!(read.expect("it can be read"), flat());
    assert_eq!(reads, 0);
    frugal(&flat());
}

#[test]
fn texts_and_lists() {
    let _alone = alone();
    frugal(&texts());
    frugal(&Texts { title: None, ..texts() });
    frugal(&Texts::default());
}

#[test]
fn nested_values() {
    let _alone = alone();
    frugal(&order(None));
    frugal(&order(Some(Box::new(order(None)))));
}

/// Nobody remembers how long the first list in a list is, so it grows. The others begin with room for as many elements
/// as the one before.
#[test]
fn lists_in_lists() {
    let _alone = alone();
    let text = apograph_json::to_vec(&[vec![1_u8; 1000]]).expect("it can be written");
    let (read, reads) = counted(|| apograph_json::from_slice::<Vec<Vec<u8>>>(&text));
    assert_eq!(read.expect("it can be read")[0].len(), 1000);
    assert!(reads <= 10, "{reads}");
    let rows: Vec<Vec<f64>> = vec![vec![0.5; 100]; 64];
    let text = apograph_json::to_vec(&rows).expect("it can be written");
    let (read, reads) = counted(|| apograph_json::from_slice::<Vec<Vec<f64>>>(&text));
    assert_eq!(read.expect("it can be read"), rows);
    // Six times for the first one, and for the rows, of which nobody knows the number either.
    assert!(reads <= 64 + 6 + 6, "{reads}");
    let mut shorter = rows[..1].to_vec();
    let (read, over) = counted(|| apograph_json::from_slice_into(&text, &mut shorter));
    read.expect("it can be read");
    assert_eq!(shorter, rows);
    assert!(over <= 63 + 7, "{over}");
    // Short lists after a long one do not hold on to more than it.
    let uneven = [vec![1_u8; 1000], vec![2], vec![3; 4], vec![4]];
    let text = apograph_json::to_vec(&uneven).expect("it can be written");
    let read: Vec<Vec<u8>> = apograph_json::from_slice(&text).expect("it can be read");
    assert_eq!(read, uneven);
    let capacity: usize = read.iter().map(Vec::capacity).sum();
    assert!(capacity <= 2 * 1_006 + 48, "{capacity}");
}

#[test]
fn borrowed_texts_cost_nothing() {
    let _alone = alone();
    let text = br#"["one","two","three"]"#;
    let (read, reads) = counted(|| apograph_json::from_slice::<[&str; 3]>(text));
    assert_eq!(read.expect("it can be read"), ["one", "two", "three"]);
    assert_eq!(reads, 0);
}

#[test]
fn skipping_costs_nothing() {
    let _alone = alone();
    let text = apograph_json::to_vec(&order(None)).expect("it can be written");
    let skip = || apograph_json::from_slice::<apograph_core::decode::Ignored>(&text);
    let (read, reads) = counted(skip);
    read.expect("it can be read");
    assert_eq!(reads, 0);
}

#[test]
fn a_tree_that_is_read_over() {
    let _alone = alone();
    let text = apograph_json::to_vec(&order(None)).expect("it can be written");
    let mut tree: Value = apograph_json::from_slice(&text).expect("it can be read");
    let (read, over) = counted(|| apograph_json::from_slice_into(&text, &mut tree));
    read.expect("it can be read");
    let (_, anew) = counted(|| apograph_json::from_slice::<Value>(&text).expect("it can be read"));
    assert!(over < anew, "{over} over the same, {anew} anew");
    assert_eq!(apograph_json::to_vec(&tree).expect("it can be written"), text);
}

/// A map is given as much room as the last one that began alike; what it does not need goes back.
#[test]
fn long_maps_do_not_make_short_ones_large() {
    let entries = (0..64).map(|key| format!("\"k{key}\":{key}")).collect::<Vec<_>>().join(",");
    let (long, short) = (format!("{{{entries}}}"), r#"{"k0":0}"#);
    let array = |objects: &[&str]| format!("[{}]", objects.join(","));
    let both = array(&[long.as_str(), short, short, short].repeat(200));
    let apart = [array(&[long.as_str()].repeat(200)), array(&[short].repeat(600))];
    // The array itself grows by doubling.
    let trees = apart.iter().map(|text| bytes_of::<Value>(text)).sum::<usize>();
    assert!(bytes_of::<Value>(&both) <= trees + trees / 4);
    let trees = apart.iter().map(|text| bytes_of::<ValueRef<'_>>(text)).sum::<usize>();
    assert!(bytes_of::<ValueRef<'_>>(&both) <= trees + trees / 4);
}

#[test]
fn maps_of_a_list_have_no_more_room_than_the_first_has_entries() {
    let entries = (0..13).map(|key| format!("\"k{key}\":{key}")).collect::<Vec<_>>().join(",");
    let text = format!("[{}]", vec![format!("{{{entries}}}"); 64].join(","));
    let (tree, count) = counted(|| apograph_json::from_str::<Value>(&text).expect("a list"));
    // A map, its keys, its values; the list grows five times, and the first map twice more in both parts.
    assert!(count <= 3 * 64 + 5 + 4, "{count}");
    drop(tree);
}
