//! Cities, regions and streets.

use std::fmt::Write as _;

use crate::random::Random;

/// A city, with the place in millionths of a degree.
pub(crate) struct City {
    pub(crate) name: &'static str,
    pub(crate) country: &'static str,
    pub(crate) latitude: i64,
    pub(crate) longitude: i64,
    /// Place in [`REGIONS`].
    pub(crate) region: usize,
    pub(crate) postal: Postal,
}

/// How a country writes postal codes.
#[derive(Clone, Copy)]
pub(crate) enum Postal {
    Digits(u32),
    /// `SW1A 2AB`
    British,
    /// `1012 AB`
    Dutch,
    /// `100-0001`
    Japanese,
}

/// A region of a platform.
pub(crate) struct RegionData {
    pub(crate) id: i32,
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
    pub(crate) time_zone: &'static str,
}

pub(crate) const REGIONS: &[RegionData] = &[
    region(1, "eu-central-1", "Central Europe", "Europe/Berlin"),
    region(2, "eu-west-1", "Western Europe", "Europe/Paris"),
    region(7, "uk-1", "United Kingdom and Ireland", "Europe/London"),
    region(11, "us-e", "US East", "America/New_York"),
    region(12, "us-w", "US West (mountain and coast)", "America/Los_Angeles"),
    region(40, "ap-ne-1", "東アジア", "Asia/Tokyo"),
    region(41, "cn", "华东", "Asia/Shanghai"),
    region(105, "sa-east-1", "América do Sul", "America/Sao_Paulo"),
    region(1_020, "in-1", "India", "Asia/Kolkata"),
];

const fn region(
    id: i32,
    code: &'static str,
    name: &'static str,
    time_zone: &'static str,
) -> RegionData {
    RegionData { id, code, name, time_zone }
}

pub(crate) const CITIES: &[City] = &[
    city("Berlin", "DE", 52_520_008, 13_404_954, 0, Postal::Digits(5)),
    city("London", "GB", 51_507_351, -127_758, 2, Postal::British),
    city("Hamburg", "DE", 53_551_086, 9_993_682, 0, Postal::Digits(5)),
    city("Paris", "FR", 48_856_613, 2_352_222, 1, Postal::Digits(5)),
    city("New York", "US", 40_712_776, -74_005_974, 3, Postal::Digits(5)),
    city("Wien", "AT", 48_208_174, 16_373_819, 0, Postal::Digits(4)),
    city("Amsterdam", "NL", 52_367_573, 4_904_139, 1, Postal::Dutch),
    city("München", "DE", 48_135_125, 11_581_981, 0, Postal::Digits(5)),
    city("Chicago", "US", 41_878_113, -87_629_799, 3, Postal::Digits(5)),
    city("Milano", "IT", 45_464_211, 9_191_383, 1, Postal::Digits(5)),
    city("Leeds", "GB", 53_800_755, -1_549_077, 2, Postal::British),
    city("Kraków", "PL", 50_064_651, 19_944_981, 0, Postal::Digits(5)),
    city("San Francisco", "US", 37_774_929, -122_419_416, 4, Postal::Digits(5)),
    city("Lyon", "FR", 45_764_043, 4_835_659, 1, Postal::Digits(5)),
    city("Zürich", "CH", 47_376_888, 8_541_694, 0, Postal::Digits(4)),
    city("Praha", "CZ", 50_075_539, 14_437_800, 0, Postal::Digits(5)),
    city("上海", "CN", 31_230_390, 121_473_702, 6, Postal::Digits(6)),
    city("東京", "JP", 35_689_487, 139_691_706, 5, Postal::Japanese),
    city("São Paulo", "BR", -23_550_520, -46_633_309, 7, Postal::Digits(5)),
    city("Bengaluru", "IN", 12_971_599, 77_594_563, 8, Postal::Digits(6)),
    city("Ho", "GH", 6_600_842, 471_320, 2, Postal::Digits(4)),
    city("Llanfairpwllgwyngyll", "GB", 53_221_100, -4_200_300, 2, Postal::British),
];

const fn city(
    name: &'static str,
    country: &'static str,
    latitude: i64,
    longitude: i64,
    region: usize,
    postal: Postal,
) -> City {
    City { name, country, latitude, longitude, region, postal }
}

const STREETS: &[&str] = &[
    "Main Street",
    "Bahnhofstraße",
    "High Street",
    "Hauptstraße",
    "Church Lane",
    "Industrieweg",
    "Rue de la République",
    "Via Roma",
    "Park Avenue",
    "Dorfstraße",
    "Station Road",
    "Lindenallee",
    "Rua das Flores",
    "Mill Road",
    "ul. Długa",
    "Gewerbepark Süd-Ost",
    "Quai",
    "中山东路",
    "本町",
    "Avenue du Général de Gaulle",
    "Am Alten Güterbahnhof",
    "Martin Luther King Jr. Boulevard",
];

pub(crate) fn city_of(random: &mut Random) -> &'static City {
    random.pick_first(CITIES)
}

/// Street and number.
pub(crate) fn street(random: &mut Random) -> String {
    let street = random.pick_first(STREETS);
    let number = random.magnitude(3);
    let mut text = String::with_capacity(street.len() + 6);
    // Writing to a string does not fail.
    let _ = write!(text, "{street} {number}");
    if random.per_mille(80) {
        text.push(char::from(random.between(b'a'..=b'f')));
    }
    text
}

/// A postal code of the city's country.
pub(crate) fn postal_code(random: &mut Random, postal: Postal) -> String {
    let mut code = String::with_capacity(8);
    match postal {
        Postal::Digits(digits) => random.push_digits(&mut code, digits),
        Postal::British => {
            push_letter(random, &mut code);
            push_letter(random, &mut code);
            let digits = random.between(1..=2);
            random.push_digits(&mut code, digits);
            code.push(' ');
            random.push_digits(&mut code, 1);
            push_letter(random, &mut code);
            push_letter(random, &mut code);
        }
        Postal::Dutch => {
            random.push_digits(&mut code, 4);
            code.push(' ');
            push_letter(random, &mut code);
            push_letter(random, &mut code);
        }
        Postal::Japanese => {
            random.push_digits(&mut code, 3);
            code.push('-');
            random.push_digits(&mut code, 4);
        }
    }
    code
}

fn push_letter(random: &mut Random, text: &mut String) {
    text.push(char::from(random.between(b'A'..=b'Z')));
}

/// An address in one line, here and there with a floor or a gate.
pub(crate) fn address_line(random: &mut Random, city: &City) -> String {
    let (street, code) = (street(random), postal_code(random, city.postal));
    let mut line = String::with_capacity(street.len() + code.len() + city.name.len() + 24);
    if random.per_mille(120) {
        line.push_str(random.word(&[
            "Halle 4, ",
            "Unit \"B\", ",
            "3rd floor, ",
            "Gate 12\n",
            "c/o Desk, ",
        ]));
    }
    let _ = write!(line, "{street}, {code} {}", city.name);
    line
}

/// A place some kilometres around the city. Phones give seven decimals, gateways six, people five.
pub(crate) fn around(random: &mut Random, city: &City) -> (f64, f64) {
    let decimals = random.weighted(&[2, 5, 3]) as u32 + 5;
    let mut near = |micro_degrees: i64| {
        let center = micro_degrees * 10 / 10_i64.pow(7 - decimals);
        let reach = 900_000 / 10_i64.pow(7 - decimals);
        random.measured(center - reach..=center + reach, decimals)
    };
    (near(city.latitude), near(city.longitude))
}
