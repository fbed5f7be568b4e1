//! Where a fleet that came back differs from the original: in structure, values, sharing, back
//! references, or by not being a copy at all.

use std::cell::{Ref, RefCell};
use std::fmt;
use std::rc::Rc;

use super::{Device, DeviceAlarm, Fleet, Identities, Sighting};
use crate::device_state::DeviceStatus;
use crate::{Severity, Timestamp};

/// The first difference of two fleets, named by place and kind. It holds none of their data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphDifference {
    /// Where: `devices[0].alarms[1].device`.
    pub path: String,
    /// What: `back reference to devices[0] in the original, dangling in the result`.
    pub what: String,
}

/// The first difference of a fleet that came back from the original; none when it is an equal and
/// independent graph.
///
/// Equal means: the same lists and values, the same places sharing one object, the same back
/// references. Independent means: no object of the one is an object of the other. The identity of
/// the devices is looked at first, since alarms refer to them.
///
/// ```
/// use apograph_workloads::device_graph::{corpus, difference};
///
/// let fleet = &corpus(1, 1)[0];
/// assert_eq!(difference(fleet, &corpus(1, 1)[0]), None);
///
/// let found = difference(fleet, &fleet.clone()).unwrap();
/// assert_eq!(found.path, "devices[0]");
/// assert_eq!(found.what, "the same object as in the original, not a copy");
/// ```
pub fn difference(original: &Fleet, returned: &Fleet) -> Option<GraphDifference> {
    let mut comparison = Comparison { all_originals: objects_of(original), ..Default::default() };
    comparison.fleets(original, returned).err()
}

/// All objects that are reached from a fleet, by strong or weak references.
fn objects_of(fleet: &Fleet) -> Identities {
    let mut met = Identities::default();
    let mut pending: Vec<Rc<RefCell<Device>>> = fleet.devices.clone();
    while let Some(device) = pending.pop() {
        if let Sighting::Again(_) = met.meet(&device) {
            continue;
        }
        let Ok(device) = device.try_borrow() else { continue };
        met.meet(&device.location);
        met.meet(&device.product);
        for alarm in &device.alarms {
            met.meet(alarm);
            pending.extend(alarm.try_borrow().ok().and_then(|alarm| alarm.device.upgrade()));
        }
    }
    met
}

/// A place of a fleet where a shared object can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Device(usize),
    Location(usize),
    Product(usize),
    Alarm(usize, usize),
    BackReference(usize, usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Device(device) => write!(f, "devices[{device}]"),
            Self::Location(device) => write!(f, "devices[{device}].location"),
            Self::Product(device) => write!(f, "devices[{device}].product"),
            Self::Alarm(device, alarm) => write!(f, "devices[{device}].alarms[{alarm}]"),
            Self::BackReference(device, alarm) => {
                write!(f, "devices[{device}].alarms[{alarm}].device")
            }
        }
    }
}

impl Place {
    fn differs(self, what: impl Into<String>) -> GraphDifference {
        GraphDifference { path: self.to_string(), what: what.into() }
    }

    fn field<V: Value>(
        self,
        name: &str,
        original: &V,
        returned: &V,
    ) -> Result<(), GraphDifference> {
        if original.same(returned) {
            return Ok(());
        }
        let (a, b) = (original.kind(), returned.kind());
        let another = if a == b { "another " } else { "" };
        Err(GraphDifference {
            path: format!("{self}.{name}"),
            what: format!("{a} came back as {another}{b}"),
        })
    }
}

fn lengths(path: String, original: usize, returned: usize) -> Result<(), GraphDifference> {
    if original == returned {
        return Ok(());
    }
    Err(GraphDifference {
        path,
        what: format!("list of {original} came back as list of {returned}"),
    })
}

fn read<T>(place: Place, cell: &RefCell<T>) -> Result<Ref<'_, T>, GraphDifference> {
    cell.try_borrow().map_err(|_| place.differs("it came back mutably borrowed"))
}

const NOT_A_COPY: &str = "the same object as in the original, not a copy";

#[derive(Default)]
struct Comparison {
    all_originals: Identities,
    originals: Identities,
    results: Identities,
    /// Where the objects stand that were met so far, in the order of their numbers, which is the
    /// same on both sides for as long as there is no difference.
    places: Vec<Place>,
}

impl Comparison {
    fn fleets(&mut self, original: &Fleet, returned: &Fleet) -> Result<(), GraphDifference> {
        let mut pending = Vec::new();
        for (index, (a, b)) in original.devices.iter().zip(&returned.devices).enumerate() {
            if self.meet(Place::Device(index), a, b)? {
                pending.push((index, a, b));
            }
        }
        lengths("devices".into(), original.devices.len(), returned.devices.len())?;
        for (index, a, b) in pending {
            let place = Place::Device(index);
            self.devices(index, &*read(place, a)?, &*read(place, b)?)?;
        }
        Ok(())
    }

    fn devices(&mut self, index: usize, a: &Device, b: &Device) -> Result<(), GraphDifference> {
        let place = Place::Device(index);
        place.field("id", &a.id, &b.id)?;
        place.field("name", &a.name, &b.name)?;
        place.field("status", &a.status, &b.status)?;

        let place = Place::Location(index);
        if self.meet(place, &a.location, &b.location)? {
            let (a, b) = (&*a.location, &*b.location);
            place.field("id", &a.id, &b.id)?;
            place.field("name", &a.name, &b.name)?;
            place.field("address", &a.address, &b.address)?;
            place.field("latitude", &a.latitude, &b.latitude)?;
            place.field("longitude", &a.longitude, &b.longitude)?;
        }

        let place = Place::Product(index);
        if self.meet(place, &a.product, &b.product)? {
            let (a, b) = (&*a.product, &*b.product);
            place.field("sku", &a.sku, &b.sku)?;
            place.field("name", &a.name, &b.name)?;
            place.field("vendor", &a.vendor, &b.vendor)?;
            place.field("warranty_months", &a.warranty_months, &b.warranty_months)?;
        }

        lengths(format!("devices[{index}].alarms"), a.alarms.len(), b.alarms.len())?;
        for (alarm, (a, b)) in a.alarms.iter().zip(&b.alarms).enumerate() {
            let place = Place::Alarm(index, alarm);
            if self.meet(place, a, b)? {
                self.alarms(index, alarm, &*read(place, a)?, &*read(place, b)?)?;
            }
        }
        Ok(())
    }

    fn alarms(
        &self,
        device: usize,
        alarm: usize,
        a: &DeviceAlarm,
        b: &DeviceAlarm,
    ) -> Result<(), GraphDifference> {
        let place = Place::Alarm(device, alarm);
        place.field("code", &a.code, &b.code)?;
        place.field("severity", &a.severity, &b.severity)?;
        place.field("message", &a.message, &b.message)?;
        place.field("raised_at", &a.raised_at, &b.raised_at)?;

        let place = Place::BackReference(device, alarm);
        let (a, b) = (a.device.upgrade(), b.device.upgrade());
        if b.as_ref().is_some_and(|b| self.all_originals.number(b).is_some()) {
            return Err(place.differs(NOT_A_COPY));
        }
        let (a, b) =
            (self.target(&self.originals, a.as_ref()), self.target(&self.results, b.as_ref()));
        if a == b {
            return Ok(());
        }
        let in_original = match a {
            Target::Nothing => "dangling".to_owned(),
            target => format!("back reference to {target}"),
        };
        let in_result = match b {
            Target::Nothing => "dangling".to_owned(),
            target if a == Target::Nothing => format!("back reference to {target}"),
            target => format!("to {target}"),
        };
        Err(place.differs(format!("{in_original} in the original, {in_result} in the result")))
    }

    /// Meets the objects that stand at a place on both sides. True when they are new, so that
    /// their contents have to be compared.
    fn meet<T>(
        &mut self,
        place: Place,
        original: &Rc<T>,
        returned: &Rc<T>,
    ) -> Result<bool, GraphDifference> {
        if self.all_originals.number(returned).is_some() {
            return Err(place.differs(NOT_A_COPY));
        }
        let shared = |number| self.places.get(number).map_or(place, |&other| other);
        let what = match (self.originals.meet(original), self.results.meet(returned)) {
            (Sighting::First(_), Sighting::First(_)) => {
                self.places.push(place);
                return Ok(true);
            }
            (Sighting::Again(a), Sighting::Again(b)) if a == b => return Ok(false),
            (Sighting::Again(a), Sighting::First(_)) => {
                format!("shared with {} in the original, separate in the result", shared(a))
            }
            (Sighting::First(_), Sighting::Again(b)) => {
                format!("separate in the original, shared with {} in the result", shared(b))
            }
            (Sighting::Again(a), Sighting::Again(b)) => {
                let (a, b) = (shared(a), shared(b));
                format!("shared with {a} in the original, with {b} in the result")
            }
        };
        Err(place.differs(what))
    }

    fn target(&self, met: &Identities, device: Option<&Rc<RefCell<Device>>>) -> Target {
        match device {
            None => Target::Nothing,
            Some(device) => met
                .number(device)
                .and_then(|number| self.places.get(number))
                .map_or(Target::Elsewhere, |&place| Target::Met(place)),
        }
    }
}

/// What a back reference leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Nothing,
    Met(Place),
    /// A device that is alive but not in the fleet.
    Elsewhere,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Met(place) => place.fmt(f),
            Self::Elsewhere => f.write_str("a device outside the fleet"),
        }
    }
}

/// A plain value: it is compared exactly and named by its kind.
trait Value {
    fn same(&self, other: &Self) -> bool;
    fn kind(&self) -> String;
}

macro_rules! values {
    ($($type:ty: $kind:expr;)*) => {$(
        impl Value for $type {
            fn same(&self, other: &Self) -> bool {
                self == other
            }

            fn kind(&self) -> String {
                let kind: fn(&Self) -> String = $kind;
                kind(self)
            }
        }
    )*};
}

values! {
    i32: |_| "integer".into();
    i64: |_| "integer".into();
    Option<i32>: |value| value.map_or("null", |_| "integer").into();
    String: |text| format!("text of {} bytes", text.len());
    DeviceStatus: |status| format!("variant {status:?}");
    Severity: |severity| format!("variant {severity:?}");
    Timestamp: |_| "timestamp".into();
}

impl Value for f64 {
    /// By bits, so that a lost sign of zero counts.
    fn same(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits()
    }

    fn kind(&self) -> String {
        "float".into()
    }
}
