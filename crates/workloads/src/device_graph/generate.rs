//! Fleets with shared sites and products, and alarms that know their device.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Device, DeviceAlarm, Fleet, Product, Site};
use crate::device_state::{self, DeviceStatus};
use crate::order;
use crate::random::Random;
use crate::vocabulary::{devices::MODELS, places};

const STREAM: u64 = 5;

/// Distinct fleets of 4 to 24 devices, the same ones for the same seed; a shorter corpus is the
/// beginning of a longer one.
///
/// In each fleet some devices share a site and a product, and there is an alarm at least.
pub fn corpus(seed: u64, objects: usize) -> Vec<Fleet> {
    let mut random = Random::new(seed, STREAM);
    (0..objects).map(|_| fleet(&mut random)).collect()
}

fn fleet(random: &mut Random) -> Fleet {
    let count = random.few(4..=24);
    // Fewer of them than devices, so that some must be shared.
    let site_count = random.few(1..=count / 2);
    let sites: Vec<Rc<Site>> = (0..site_count).map(|_| Rc::new(site(random))).collect();
    let product_count = random.few(1..=count / 2);
    let products: Vec<Rc<Product>> = (0..product_count).map(|_| Rc::new(product(random))).collect();
    let alarmed = random.between(0..=count - 1);
    let devices = (0..count)
        .map(|place| {
            // Every site and product is used.
            let location = Rc::clone(sites.get(place).unwrap_or_else(|| random.pick(&sites)));
            let product = Rc::clone(products.get(place).unwrap_or_else(|| random.pick(&products)));
            let alarms = random.weighted(&[60, 25, 10, 5]).max(usize::from(place == alarmed));
            device(random, location, product, alarms)
        })
        .collect();
    Fleet { devices }
}

const STATUSES: &[(DeviceStatus, u32); 4] = &[
    (DeviceStatus::Active, 70),
    (DeviceStatus::Idle, 15),
    (DeviceStatus::Maintenance, 8),
    (DeviceStatus::Faulted, 7),
];

fn device(
    random: &mut Random,
    location: Rc<Site>,
    product: Rc<Product>,
    alarms: usize,
) -> Rc<RefCell<Device>> {
    let device = Rc::new(RefCell::new(Device {
        id: random.magnitude(12),
        name: device_state::device_name(random),
        status: random.pick_weighted(STATUSES),
        location,
        product,
        alarms: Vec::with_capacity(alarms),
    }));
    for _ in 0..alarms {
        let (code, message) = device_state::alarm_text(random);
        let alarm = DeviceAlarm {
            code,
            severity: device_state::severity(random),
            message,
            raised_at: random.moment(),
            device: Rc::downgrade(&device),
        };
        device.borrow_mut().alarms.push(Rc::new(RefCell::new(alarm)));
    }
    device
}

fn site(random: &mut Random) -> Site {
    let city = places::city_of(random);
    let (latitude, longitude) = places::around(random, city);
    Site {
        id: random.magnitude(6) as i32,
        name: format!("{} {}", city.name, random.pick(&["plant", "office", "depot", "Werk", "2"])),
        address: places::address_line(random, city),
        latitude,
        longitude,
    }
}

fn product(random: &mut Random) -> Product {
    let model = random.pick_first(MODELS);
    Product {
        sku: order::sku(random),
        name: model.name.to_owned(),
        vendor: model.vendor.to_owned(),
        warranty_months: random.maybe(700, |random| *random.pick(&[12, 24, 36, 60, 120])),
    }
}
