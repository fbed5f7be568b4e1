//! Names of people and of firms.

use crate::random::Random;

/// Common ones first.
const GIVEN_NAMES: &[&str] = &[
    "Anna",
    "Thomas",
    "Maria",
    "James",
    "Laura",
    "Daniel",
    "Sarah",
    "Michael",
    "Emma",
    "David",
    "Julia",
    "Peter",
    "Sofia",
    "Robert",
    "Nina",
    "Martin",
    "Olivia",
    "Paul",
    "Elena",
    "Lukas",
    "Priya",
    "Ahmed",
    "Chloé",
    "Jürgen",
    "Zoë",
    "José",
    "Inês",
    "François",
    "Søren",
    "Małgorzata",
    "Bartholomew",
    "Wei",
    "Jo",
    "Aleksandra",
    "Nguyễn",
    "Ömer",
    "Siobhán",
    "Maximilian",
    "Ana",
];

const FAMILY_NAMES: &[&str] = &[
    "Smith",
    "Müller",
    "Garcia",
    "Johnson",
    "Rossi",
    "Brown",
    "Silva",
    "Kim",
    "Schmidt",
    "Nowak",
    "Martin",
    "Jones",
    "Chen",
    "Khan",
    "Weber",
    "Davies",
    "Novák",
    "Petrov",
    "Larsen",
    "Moreau",
    "O'Brien",
    "Singh",
    "Fernández",
    "Wójcik",
    "van den Berg",
    "Okafor",
    "Yılmaz",
    "Papadopoulos",
    "Featherstonehaugh",
    "Li",
    "Hernández-Castellanos",
    "Åkesson",
    "D'Angelo",
    "Ó Súilleabháin",
];

/// Names that are not written in Latin letters.
const OTHER_NAMES: &[&str] = &[
    "王小明",
    "李娜",
    "张伟",
    "佐藤 健",
    "鈴木 美咲",
    "김민준",
    "이서연",
    "Иван Петров",
    "Ольга Кузнецова",
    "محمد علي",
    "Γιώργος Νικολάου",
    "अनिता शर्मा",
];

pub(crate) const COMPANIES: &[&str] = &[
    "Northwind Logistics Ltd",
    "Brauhaus Söhne GmbH",
    "Acme Tooling Inc.",
    "Lindqvist & Co AB",
    "Café Belle Époque SARL",
    "Hexagon Data",
    "Marlow Fish \"Fresh\" Co.",
    "TS Bau KG",
    "Orbital",
    "Kowalski Sp. z o.o.",
    "Green Acres Co-operative Society of the Lower Valley",
    "株式会社あおぞら",
];

/// Domains of mail addresses, common ones first.
pub(crate) const MAIL_DOMAINS: &[&str] = &[
    "example.com",
    "mail.example",
    "example.org",
    "post.example.net",
    "corp.example",
    "students.uni.example.edu",
    "eu.customers.example.com",
    "x.example",
];

/// A person's full name; in one of fourteen cases not in Latin letters.
pub(crate) fn full_name(random: &mut Random) -> String {
    if random.per_mille(70) {
        return random.word(OTHER_NAMES).to_owned();
    }
    let (given, family) = (random.pick_first(GIVEN_NAMES), random.pick_first(FAMILY_NAMES));
    let mut name = String::with_capacity(given.len() + family.len() + 4);
    name.push_str(given);
    name.push(' ');
    if random.per_mille(60) {
        name.push(char::from(random.between(b'A'..=b'Z')));
        name.push_str(". ");
    }
    name.push_str(family);
    name
}

/// A login name in small ASCII letters and digits, of 2 to 32 bytes.
pub(crate) fn login_name(random: &mut Random) -> String {
    let mut name = String::with_capacity(16);
    let given = random.pick_first(GIVEN_NAMES);
    match random.weighted(&[30, 30, 20, 10, 10]) {
        0 => {
            push_ascii(&mut name, given);
            name.push(*random.pick(&['.', '_', '-']));
            push_ascii(&mut name, random.common_word(FAMILY_NAMES));
        }
        1 => {
            push_ascii(&mut name, given);
            let digits = random.between(1..=6);
            random.push_digits(&mut name, digits);
        }
        2 => {
            name.extend(given.chars().find(char::is_ascii).map(|c| c.to_ascii_lowercase()));
            push_ascii(&mut name, random.common_word(FAMILY_NAMES));
        }
        3 => {
            name.push(char::from(random.between(b'a'..=b'z')));
            name.push(char::from(random.between(b'a'..=b'z')));
            let digits = random.between(0..=3);
            if digits > 0 {
                random.push_digits(&mut name, digits);
            }
        }
        _ => {
            // What a directory of a large firm makes of people.
            push_ascii(&mut name, given);
            name.push('.');
            push_ascii(&mut name, random.word(FAMILY_NAMES));
            name.push('.');
            let digits = random.between(4..=8);
            random.push_digits(&mut name, digits);
        }
    }
    name.truncate(32);
    name
}

/// An address for mail under a login name, of at most 64 bytes.
pub(crate) fn mail_address(random: &mut Random, login: &str) -> String {
    let domain = random.pick_first(MAIL_DOMAINS);
    let tag = random.maybe(50, |random| *random.pick(&["+news", "+shop", "+iot"])).unwrap_or("");
    [login, tag, "@", domain].concat()
}

fn push_ascii(text: &mut String, name: &str) {
    text.extend(name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()));
}
