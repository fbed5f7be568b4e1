//! One device state, three consumers: five ways to hand it on, each really done and measured.
//!
//! ```text
//! cargo run --release -p apograph-contestants --example fan_out
//! ```
//!
//! A service receives the state of a device and hands it to three asynchronous tasks. The database
//! writer keeps a batch of states. The push channel masks a field before it sends. The statistics job
//! only reads. All of them run on one thread, so that every allocation is counted, and a figure
//! says what an event costs altogether: the parcels, the channels, the consumers' own little
//! work, and giving everything back.
//!
//! First every consumer compares every state that it gets with the original; a wrong one ends the
//! program with an error. Then rounds of all ways are timed, in an order that rotates.

#![forbid(unsafe_code)]

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use apograph_lab::allocation::{Counting, CountingAllocator};
use apograph_lab::{quantity, statistics};
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::device_state::{self, DeviceState};
use tokio::sync::mpsc::{self, Sender, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new(std::alloc::System);

const STATES: usize = 256;
/// Events of one way in one round.
const EVENTS: usize = 2 * STATES;
const ROUNDS: usize = 41;
/// States that may wait in a channel.
const WAITING: usize = 16;
/// States that the database writer writes together.
const BATCH: usize = 32;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let service = Service {
        runtime: tokio::runtime::Builder::new_current_thread().build()?,
        states: device_state::corpus(DEFAULT_SEED, STATES).into_iter().map(Arc::new).collect(),
        expected: device_state::corpus(DEFAULT_SEED, STATES).into(),
    };
    let (home, used) = mpsc::unbounded_channel();
    let mut entries = [
        Entry::new("clone", Owned(|state| Ok(state.clone()))),
        Entry::new("copy", Owned(|state| Ok(apograph::copy(state)))),
        Entry::new("arc", Shared),
        Entry::new("recycled", Recycled { home, used }),
        Entry::new("json", Owned(through_json)),
    ];
    for entry in &mut entries {
        entry.prepare(&service)?;
    }
    for round in 0..ROUNDS {
        for place in 0..entries.len() {
            entries[(round + place) % entries.len()].time(&service)?;
        }
    }
    print(&entries);
    Ok(())
}

/// The producer's side: a runtime of one thread, the states that come in, and what they must be.
struct Service {
    runtime: tokio::runtime::Runtime,
    states: Vec<Arc<DeviceState>>,
    expected: Arc<[DeviceState]>,
}

impl Service {
    /// Hands so many events to all consumers, and waits until they are done with them.
    fn serve<W: Way>(&self, way: &mut W, check: bool) -> Outcome<()> {
        let expected = || Expected { states: Arc::clone(&self.expected), check };
        self.runtime.block_on(async {
            let (database, written) =
                start(Database { batch: Vec::with_capacity(BATCH) }, expected());
            let (push, pushed) = start(Push, expected());
            let (statistics, counted) = start(Statistics(0), expected());
            let consumers = [database, push, statistics];
            for event in 0..EVENTS {
                let index = event % self.states.len();
                for consumer in &consumers {
                    // A consumer that has ended early says why below.
                    let _ended = consumer.send((index, way.parcel(&self.states[index])?)).await;
                }
            }
            drop(consumers);
            for consumer in [written, pushed, counted] {
                consumer.await??;
            }
            Ok(())
        })
    }
}

/// What a consumer gets.
trait Parcel: Send + 'static {
    fn state(&self) -> &DeviceState;
    /// For a consumer that changes its state: the others do not see that.
    fn state_mut(&mut self) -> &mut DeviceState;
}

/// How the producer makes what one consumer gets. It keeps the original.
trait Way {
    type Parcel: Parcel;
    fn parcel(&mut self, original: &Arc<DeviceState>) -> Outcome<Self::Parcel>;
}

impl Parcel for DeviceState {
    fn state(&self) -> &DeviceState {
        self
    }

    fn state_mut(&mut self) -> &mut DeviceState {
        self
    }
}

/// A state for each consumer, which then owns it.
struct Owned(fn(&DeviceState) -> Outcome<DeviceState>);

impl Way for Owned {
    type Parcel = DeviceState;

    fn parcel(&mut self, original: &Arc<DeviceState>) -> Outcome<DeviceState> {
        (self.0)(original)
    }
}

fn through_json(original: &DeviceState) -> Outcome<DeviceState> {
    Ok(serde_json::from_slice(&serde_json::to_vec(original)?)?)
}

/// Hands out handles of the one state.
struct Shared;

impl Parcel for Arc<DeviceState> {
    fn state(&self) -> &DeviceState {
        self
    }

    fn state_mut(&mut self) -> &mut DeviceState {
        // Clones the state, unless this is the last handle of it.
        Arc::make_mut(self)
    }
}

impl Way for Shared {
    type Parcel = Arc<DeviceState>;

    fn parcel(&mut self, original: &Arc<DeviceState>) -> Outcome<Arc<DeviceState>> {
        Ok(Arc::clone(original))
    }
}

/// Used states come back through a channel, and new ones are copied over them.
struct Recycled {
    home: UnboundedSender<DeviceState>,
    used: UnboundedReceiver<DeviceState>,
}

impl Way for Recycled {
    type Parcel = Lent;

    fn parcel(&mut self, original: &Arc<DeviceState>) -> Outcome<Lent> {
        // When all are on their way, with a new one.
        let mut state = self.used.try_recv().unwrap_or_default();
        apograph::copy_into::<DeviceState>(original, &mut state);
        Ok(Lent { state, home: self.home.clone() })
    }
}

/// A state that goes back when its consumer drops it.
struct Lent {
    state: DeviceState,
    home: UnboundedSender<DeviceState>,
}

impl Parcel for Lent {
    fn state(&self) -> &DeviceState {
        &self.state
    }

    fn state_mut(&mut self) -> &mut DeviceState {
        &mut self.state
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        // If the producer is gone, the state is dropped.
        let _gone = self.home.send(std::mem::take(&mut self.state));
    }
}

/// What the states must be. It was made apart, so nobody can have changed it.
struct Expected {
    states: Arc<[DeviceState]>,
    check: bool, // not while time is measured
}

impl Expected {
    fn verify(&self, consumer: &str, index: usize, state: &DeviceState) -> Outcome<()> {
        if self.check && *state != self.states[index] {
            return Err(format!("the {consumer} got a wrong state {index}").into());
        }
        Ok(())
    }
}

/// Takes states, and does the same with them whatever way they came.
trait Consumer<P: Parcel>: Send + 'static {
    fn take(&mut self, index: usize, parcel: P, expected: &Expected) -> Outcome<()>;

    /// No more states will come.
    fn end(&mut self, _: &Expected) -> Outcome<()> {
        Ok(())
    }
}

type Inlet<P> = (Sender<(usize, P)>, JoinHandle<Outcome<()>>);

/// Starts a consumer as a task, which ends with its channel or when it gets a wrong state.
fn start<P: Parcel>(mut consumer: impl Consumer<P>, expected: Expected) -> Inlet<P> {
    let (sender, mut receiver) = mpsc::channel(WAITING);
    let task = tokio::spawn(async move {
        while let Some((index, parcel)) = receiver.recv().await {
            consumer.take(index, parcel, &expected)?;
        }
        consumer.end(&expected)
    });
    (sender, task)
}

/// Keeps a batch of states and writes them together.
struct Database<P> {
    batch: Vec<(usize, P)>,
}

impl<P: Parcel> Consumer<P> for Database<P> {
    fn take(&mut self, index: usize, parcel: P, expected: &Expected) -> Outcome<()> {
        self.batch.push((index, parcel));
        if self.batch.len() == BATCH { self.end(expected) } else { Ok(()) }
    }

    fn end(&mut self, expected: &Expected) -> Outcome<()> {
        for (index, parcel) in self.batch.drain(..) {
            // Only now: what the push channel did meanwhile must not be seen here.
            expected.verify("database writer", index, parcel.state())?;
            black_box(parcel.state());
        }
        Ok(())
    }
}

/// Masks the serial number and sends the rest.
struct Push;

impl<P: Parcel> Consumer<P> for Push {
    fn take(&mut self, index: usize, mut parcel: P, expected: &Expected) -> Outcome<()> {
        expected.verify("push channel", index, parcel.state())?;
        let serial_number = &mut parcel.state_mut().serial_number;
        serial_number.clear();
        serial_number.push_str("***");
        black_box(parcel.state());
        Ok(())
    }
}

/// Only reads: adds up the messages.
struct Statistics(i64);

impl<P: Parcel> Consumer<P> for Statistics {
    fn take(&mut self, index: usize, parcel: P, expected: &Expected) -> Outcome<()> {
        expected.verify("statistics job", index, parcel.state())?;
        self.0 = black_box(self.0.wrapping_add(parcel.state().message_count));
        Ok(())
    }
}

type Serve = dyn FnMut(&Service, bool) -> Outcome<()>;

/// A way, and what was found out about it.
struct Entry {
    name: &'static str,
    serve: Box<Serve>,
    /// Nanoseconds per event, of every round.
    times: Vec<f64>,
    allocations: f64,
}

impl Entry {
    fn new(name: &'static str, mut way: impl Way + 'static) -> Self {
        let serve = Box::new(move |service: &Service, check| service.serve(&mut way, check));
        Self { name, serve, times: Vec::new(), allocations: 0.0 }
    }

    /// Proves that all consumers get what they must, then counts what a turn allocates.
    fn prepare(&mut self, service: &Service) -> Outcome<()> {
        (self.serve)(service, true).map_err(|error| format!("{}: {error}", self.name))?;
        let counting = Counting::begin();
        (self.serve)(service, false)?;
        let counts = counting.end();
        self.allocations = (counts.allocations + counts.reallocations) as f64 / EVENTS as f64;
        Ok(())
    }

    fn time(&mut self, service: &Service) -> Outcome<()> {
        let begin = Instant::now();
        (self.serve)(service, false)?;
        self.times.push(begin.elapsed().as_secs_f64() * 1e9 / EVENTS as f64);
        Ok(())
    }
}

fn print(entries: &[Entry]) {
    println!("way        time per event  spread clone =1  allocations");
    for entry in entries {
        let times = std::slice::from_ref(&entry.times);
        let time = statistics::estimate(times, 1);
        let ratio = statistics::ratio(times, std::slice::from_ref(&entries[0].times), 1);
        println!(
            "{:10} {:>14} {:>7} {:>8} {:>12.1}",
            entry.name,
            quantity::time(time.median),
            quantity::spread(&time),
            quantity::times(ratio.median),
            entry.allocations,
        );
    }
    println!("\n{ADVICE}");
}

const ADVICE: &str = "\
clone     asks for a derive, and makes three whole objects of every event.
copy      costs the same; it would also keep what `Rc` and `Arc` share within the state.
arc       costs a clone only for the one who writes; nobody can change the published state any more.
recycled  asks for a way back to the producer, and keeps alive whatever was ever on its way at once.
json      formats and parses everything, for each consumer; it is for those in another process.

Take `Arc` where most consumers only read, `clone` or `copy` where each one changes its state, recycled
targets where allocation is what hurts, and JSON only where the state must leave the process.";
