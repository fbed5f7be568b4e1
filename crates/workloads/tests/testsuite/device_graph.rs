//! The comparison of device graphs catches each kind of fault, and names its place.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use apograph_workloads::device_graph::{
    Device, DeviceAlarm, Fleet, Product, Site, corpus, difference,
};
use apograph_workloads::device_state::DeviceStatus;
use apograph_workloads::{DEFAULT_SEED, Severity, Timestamp};

/// Three devices of one product; the first and the third stand at one site. The first has two
/// alarms, the second one.
fn fleet() -> Fleet {
    let sites = ["Ham", "Leeds"].map(|name| {
        Rc::new(Site {
            id: 7,
            name: name.into(),
            address: "A 1".into(),
            latitude: 0.0,
            longitude: 10.5,
        })
    });
    let product = Rc::new(Product {
        sku: "X".into(),
        name: "X1".into(),
        vendor: "Aeris".into(),
        warranty_months: Some(24),
    });
    let device = |id, site: usize, alarms| {
        let device = Rc::new(RefCell::new(Device {
            id,
            name: "Gate".into(),
            status: DeviceStatus::Active,
            location: Rc::clone(&sites[site]),
            product: Rc::clone(&product),
            alarms: Vec::new(),
        }));
        for _ in 0..alarms {
            device.borrow_mut().alarms.push(Rc::new(RefCell::new(DeviceAlarm {
                code: "E17".into(),
                severity: Severity::Minor,
                message: "open".into(),
                raised_at: Timestamp(5),
                device: Rc::downgrade(&device),
            })));
        }
        device
    };
    Fleet { devices: vec![device(1, 0, 2), device(2, 1, 1), device(3, 0, 0)] }
}

fn edit(fleet: &Fleet, device: usize, edit: impl FnOnce(&mut Device)) {
    edit(&mut fleet.devices[device].borrow_mut());
}

fn edit_alarm(fleet: &Fleet, device: usize, alarm: usize, edit: impl FnOnce(&mut DeviceAlarm)) {
    edit(&mut fleet.devices[device].borrow().alarms[alarm].borrow_mut());
}

/// The site of a device is replaced for all devices that stand there.
fn edit_site(fleet: &Fleet, edit_site: impl FnOnce(&mut Site)) {
    let mut site = (*fleet.devices[0].borrow().location).clone();
    edit_site(&mut site);
    let site = Rc::new(site);
    for device in [0, 2] {
        edit(fleet, device, |device| device.location = Rc::clone(&site));
    }
}

fn edit_product(fleet: &Fleet, edit_product: impl FnOnce(&mut Product)) {
    let mut product = (*fleet.devices[0].borrow().product).clone();
    edit_product(&mut product);
    let product = Rc::new(product);
    for device in 0..3 {
        edit(fleet, device, |device| device.product = Rc::clone(&product));
    }
}

/// Alters the original and the result, which are equal and independent before.
type Fault = fn(&Fleet, &mut Fleet);

#[track_caller]
fn check(faults: &[(&str, &str, Fault)]) {
    for (path, what, fault) in faults {
        let (original, mut returned) = (fleet(), fleet());
        assert_eq!(difference(&original, &returned), None);
        fault(&original, &mut returned);
        let found = difference(&original, &returned);
        let found = found.as_ref().map(|found| (found.path.as_str(), found.what.as_str()));
        assert_eq!(found, Some((*path, *what)));
    }
}

#[test]
fn equal_and_independent_graphs_do_not_differ() {
    let (originals, returned) = (corpus(DEFAULT_SEED, 64), corpus(DEFAULT_SEED, 64));
    for (original, returned) in originals.iter().zip(&returned) {
        assert_eq!(difference(original, returned), None);
    }
    for (original, other) in originals.iter().zip(&returned[1..]) {
        assert!(difference(original, other).is_some());
    }
}

#[test]
fn lost_and_gained_sharing_is_found() {
    check(&[
        (
            "devices[2].location",
            "shared with devices[0].location in the original, separate in the result",
            |_, fleet| {
                edit(fleet, 2, |device| device.location = Rc::new((*device.location).clone()))
            },
        ),
        (
            "devices[1].product",
            "shared with devices[0].product in the original, separate in the result",
            |_, fleet| edit(fleet, 1, |device| device.product = Rc::new((*device.product).clone())),
        ),
        (
            "devices[1].location",
            "separate in the original, shared with devices[0].location in the result",
            |_, fleet| {
                let site = Rc::clone(&fleet.devices[0].borrow().location);
                edit(fleet, 1, |device| device.location = site);
            },
        ),
        (
            "devices[2].location",
            "shared with devices[0].location in the original, with devices[1].location in the result",
            |_, fleet| {
                let site = Rc::clone(&fleet.devices[1].borrow().location);
                edit(fleet, 2, |device| device.location = site);
            },
        ),
        (
            "devices[1]",
            "separate in the original, shared with devices[0] in the result",
            |_, fleet| fleet.devices[1] = Rc::clone(&fleet.devices[0]),
        ),
        (
            "devices[0].alarms[1]",
            "separate in the original, shared with devices[0].alarms[0] in the result",
            |_, fleet| edit(fleet, 0, |device| device.alarms[1] = Rc::clone(&device.alarms[0])),
        ),
        (
            "devices[1].alarms[0]",
            "shared with devices[0].alarms[1] in the original, separate in the result",
            |original, _| {
                let alarm = Rc::clone(&original.devices[0].borrow().alarms[1]);
                edit(original, 1, |device| device.alarms[0] = alarm);
            },
        ),
    ]);
}

#[test]
fn lost_and_changed_back_references_are_found() {
    check(&[
        (
            "devices[0].alarms[0].device",
            "back reference to devices[0] in the original, dangling in the result",
            |_, fleet| edit_alarm(fleet, 0, 0, |alarm| alarm.device = Weak::new()),
        ),
        (
            "devices[0].alarms[1].device",
            "back reference to devices[0] in the original, to devices[1] in the result",
            |_, fleet| {
                edit_alarm(fleet, 0, 1, |alarm| alarm.device = Rc::downgrade(&fleet.devices[1]));
            },
        ),
        (
            "devices[1].alarms[0].device",
            "dangling in the original, back reference to devices[1] in the result",
            |original, _| edit_alarm(original, 1, 0, |alarm| alarm.device = Weak::new()),
        ),
        (
            "devices[1].alarms[0].device",
            "back reference to a device outside the fleet in the original, to devices[1] in the result",
            |original, _| {
                // It has to outlive this function, so it is leaked.
                let outside = Rc::new(RefCell::new(Device::default()));
                edit_alarm(original, 1, 0, |alarm| alarm.device = Rc::downgrade(&outside));
                std::mem::forget(outside);
            },
        ),
    ]);
}

#[test]
fn objects_of_the_original_in_the_result_are_found() {
    const SAME: &str = "the same object as in the original, not a copy";
    check(&[
        ("devices[0]", SAME, |original, fleet| *fleet = original.clone()),
        ("devices[2]", SAME, |original, fleet| {
            fleet.devices[2] = Rc::clone(&original.devices[2]);
        }),
        ("devices[1].location", SAME, |original, fleet| {
            let site = Rc::clone(&original.devices[1].borrow().location);
            edit(fleet, 1, |device| device.location = site);
        }),
        ("devices[0].product", SAME, |original, fleet| {
            let product = Rc::clone(&original.devices[0].borrow().product);
            edit(fleet, 0, |device| device.product = product);
        }),
        ("devices[1].alarms[0]", SAME, |original, fleet| {
            let alarm = Rc::clone(&original.devices[1].borrow().alarms[0]);
            edit(fleet, 1, |device| device.alarms[0] = alarm);
        }),
        ("devices[1].alarms[0].device", SAME, |original, fleet| {
            edit_alarm(fleet, 1, 0, |alarm| alarm.device = Rc::downgrade(&original.devices[1]));
        }),
        // A device alone, cloned as `derive(Clone)` does: new, but with the parts of the original.
        ("devices[0].location", SAME, |original, fleet| {
            let clone = original.devices[0].borrow().clone();
            fleet.devices[0] = Rc::new(RefCell::new(clone));
        }),
    ]);
}

#[test]
fn changed_values_are_found() {
    check(&[
        ("devices[1].id", "integer came back as another integer", |_, fleet| {
            edit(fleet, 1, |device| device.id = 9);
        }),
        ("devices[2].name", "text of 4 bytes came back as text of 0 bytes", |_, fleet| {
            edit(fleet, 2, |device| device.name.clear());
        }),
        ("devices[2].name", "text of 4 bytes came back as another text of 4 bytes", |_, fleet| {
            edit(fleet, 2, |device| device.name = "Gäte".chars().take(3).collect());
        }),
        ("devices[0].status", "variant Active came back as variant Idle", |_, fleet| {
            edit(fleet, 0, |device| device.status = DeviceStatus::Idle);
        }),
        ("devices[0].location.id", "integer came back as another integer", |_, fleet| {
            edit_site(fleet, |site| site.id = 8);
        }),
        ("devices[0].location.name", "text of 3 bytes came back as text of 5 bytes", |_, fleet| {
            edit_site(fleet, |site| site.name.push_str("!!"));
        }),
        (
            "devices[0].location.address",
            "text of 3 bytes came back as text of 2 bytes",
            |_, fleet| {
                edit_site(fleet, |site| site.address.truncate(2));
            },
        ),
        ("devices[0].location.latitude", "float came back as another float", |_, fleet| {
            edit_site(fleet, |site| site.latitude = -0.0);
        }),
        ("devices[0].location.longitude", "float came back as another float", |_, fleet| {
            edit_site(fleet, |site| site.longitude = 10.0);
        }),
        ("devices[0].product.sku", "text of 1 bytes came back as text of 2 bytes", |_, fleet| {
            edit_product(fleet, |product| product.sku.push('Y'));
        }),
        ("devices[0].product.name", "text of 2 bytes came back as text of 1 bytes", |_, fleet| {
            edit_product(fleet, |product| product.name.truncate(1));
        }),
        (
            "devices[0].product.vendor",
            "text of 5 bytes came back as text of 0 bytes",
            |_, fleet| {
                edit_product(fleet, |product| product.vendor.clear());
            },
        ),
        ("devices[0].product.warranty_months", "integer came back as null", |_, fleet| {
            edit_product(fleet, |product| product.warranty_months = None);
        }),
        (
            "devices[0].alarms[1].code",
            "text of 3 bytes came back as text of 1 bytes",
            |_, fleet| {
                edit_alarm(fleet, 0, 1, |alarm| alarm.code.truncate(1));
            },
        ),
        (
            "devices[0].alarms[0].severity",
            "variant Minor came back as variant Major",
            |_, fleet| {
                edit_alarm(fleet, 0, 0, |alarm| alarm.severity = Severity::Major);
            },
        ),
        (
            "devices[1].alarms[0].message",
            "text of 4 bytes came back as text of 0 bytes",
            |_, fleet| {
                edit_alarm(fleet, 1, 0, |alarm| alarm.message.clear());
            },
        ),
        (
            "devices[0].alarms[1].raised_at",
            "timestamp came back as another timestamp",
            |_, fleet| {
                edit_alarm(fleet, 0, 1, |alarm| alarm.raised_at = Timestamp(4));
            },
        ),
    ]);
}

#[test]
fn lost_and_added_elements_are_found() {
    check(&[
        ("devices", "list of 3 came back as list of 2", |_, fleet| {
            fleet.devices.pop();
        }),
        ("devices", "list of 3 came back as list of 4", |_, fleet| {
            fleet.devices.push(Rc::default())
        }),
        ("devices[0].alarms", "list of 2 came back as list of 1", |_, fleet| {
            edit(fleet, 0, |device| {
                device.alarms.pop();
            });
        }),
        ("devices[2].alarms", "list of 0 came back as list of 1", |_, fleet| {
            edit(fleet, 2, |device| device.alarms.push(Rc::default()));
        }),
    ]);
}

#[test]
fn a_result_that_is_still_borrowed_is_found() {
    let (original, returned) = (fleet(), fleet());
    let device = Rc::clone(&returned.devices[1]);
    let borrowed = device.borrow_mut();
    let found = difference(&original, &returned).expect("it cannot be read");
    assert_eq!(
        (found.path.as_str(), found.what.as_str()),
        ("devices[1]", "it came back mutably borrowed")
    );
    drop(borrowed);
}
