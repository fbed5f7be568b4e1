//! Users as they register.

use super::SimpleUser;
use crate::random::Random;
use crate::vocabulary::people;

const STREAM: u64 = 2;

/// Distinct users, the same ones for the same seed; a shorter corpus is the beginning of a longer
/// one.
pub fn corpus(seed: u64, objects: usize) -> Vec<SimpleUser> {
    let mut random = Random::new(seed, STREAM);
    (0..objects).map(|_| simple_user(&mut random)).collect()
}

fn simple_user(random: &mut Random) -> SimpleUser {
    // Counted up in old systems, of a generator of 64-bit identifiers in new ones.
    let id = if random.per_mille(600) { random.magnitude(9) } else { random.digits(18) };
    let username = username(random);
    let login = people::login_name(random);
    SimpleUser {
        id,
        email: people::mail_address(random, if username.is_ascii() { &username } else { &login }),
        username,
        create_time: random.day_long_ago(),
    }
}

/// Most keep to ASCII; some do not have to.
fn username(random: &mut Random) -> String {
    if random.per_mille(920) {
        return people::login_name(random);
    }
    let mut name = people::full_name(random);
    while name.len() > 32 {
        name.pop();
    }
    name.replace(' ', "_")
}
