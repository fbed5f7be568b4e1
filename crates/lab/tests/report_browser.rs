//! The report as a reader meets it: opened from a file in headless Chromium.
//!
//! Without a browser these tests pass and say in one line that they were left out, unless
//! `APOGRAPH_REQUIRE_BROWSER=1`. `CHROMIUM` names the browser. With `APOGRAPH_SCREENSHOTS=DIR`
//! the sample report and pictures of it are written there:
//!
//! ```text
//! APOGRAPH_SCREENSHOTS=DIR cargo test -p apograph-lab --test report_browser
//! ```

#[path = "report/chromium.rs"]
mod chromium;
#[path = "report/sample.rs"]
mod sample;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use apograph_lab::report::html;
use base64::Engine;
use serde_json::json;

use self::chromium::Chromium;

const DESKTOP: (u32, u32) = (1400, 900);
const PHONE: (u32, u32) = (390, 844);

/// Starts a browser with the sample report open; none where the tests are left out.
fn open(size: (u32, u32), fragment: &str) -> Option<Chromium> {
    let mut browser = start(size)?;
    browser.open(&url(fragment));
    Some(browser)
}

/// Starts a browser; none where the tests are left out.
fn start(size: (u32, u32)) -> Option<Chromium> {
    static LEFT_OUT: OnceLock<()> = OnceLock::new();
    static PROFILES: AtomicU32 = AtomicU32::new(0);
    let Some(program) = chromium::find() else {
        let required = std::env::var_os("APOGRAPH_REQUIRE_BROWSER").is_some_and(|v| v == "1");
        assert!(!required, "APOGRAPH_REQUIRE_BROWSER is set, but there is no browser");
        LEFT_OUT.get_or_init(|| {
            // Not `println!`, which is swallowed when the test passes.
            let _ = writeln!(
                std::io::stderr(),
                "no browser found: the report's tests in a browser were left out"
            );
        });
        return None;
    };
    let number = PROFILES.fetch_add(1, Ordering::Relaxed);
    let profile = scratch().join(format!("chromium-{}-{number}", std::process::id()));
    let mut browser = Chromium::start(&program, &profile);
    browser.resize(size.0, size.1, size == PHONE);
    Some(browser)
}

fn scratch() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// The sample report as a file; written once.
fn url(fragment: &str) -> String {
    static REPORT: OnceLock<PathBuf> = OnceLock::new();
    let report = REPORT.get_or_init(|| {
        let folder = screenshots().unwrap_or_else(|| scratch().to_owned());
        let report = folder.join("report.html");
        let html = html::render(&sample::results()).expect("the report renders");
        std::fs::write(&report, html).expect("the report is written");
        report
    });
    format!("file://{}{fragment}", report.display())
}

fn screenshots() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("APOGRAPH_SCREENSHOTS")?);
    std::fs::create_dir_all(&folder).expect("the folder for screenshots");
    Some(std::path::absolute(folder).expect("a folder"))
}

fn picture(browser: &mut Chromium, name: &str, whole: bool) {
    if let Some(folder) = screenshots() {
        let png = base64::engine::general_purpose::STANDARD
            .decode(browser.screenshot(whole))
            .expect("base64");
        std::fs::write(folder.join(name), png).expect("the screenshot is written");
    }
}

/// Scrolls through the page, so that every picture is drawn.
fn see_everything(browser: &mut Chromium) {
    browser.evaluate(
        "(async () => {
            const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
            for (let y = 0; y < document.body.scrollHeight; y += 1500) { scrollTo(0, y); await frame(); }
            scrollTo(0, 0);
            await frame();
        })()",
    );
}

/// Goes to a section of the subject shown and waits until its picture is there.
fn see(browser: &mut Chromium, section: &str) {
    browser.evaluate(&format!(
        "(() => {{
            const section = document.querySelector('article:not([hidden]) [data-picture={section}]');
            section.closest('article').querySelector(`.sections a[href='#${{section.id}}']`).click();
        }})()"
    ));
    browser.wait_until(&format!(
        "document.querySelector('article:not([hidden]) [data-picture={section}] .canvas').childElementCount > 0"
    ));
}

/// A script with `section` bound to a section of the subject shown.
fn within(section: &str, script: &str) -> String {
    format!(
        "(() => {{
            const section = document.querySelector('article:not([hidden]) [data-picture={section}]');
            const set = (input, value) => {{
                input.value = value;
                input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', {{ bubbles: true }}));
            }};
            {script}
        }})()"
    )
}

#[test]
fn every_subject_draws_at_every_width_without_complaint_or_request_or_overflow() {
    for size in [DESKTOP, PHONE] {
        let Some(mut browser) = open(size, "#device-state") else { return };
        let links = browser.evaluate("document.querySelectorAll('.subjects a').length");
        let subjects = links.as_u64().expect("a count");
        assert_eq!(subjects, 8);
        for subject in 0..subjects {
            browser
                .evaluate(&format!("document.querySelectorAll('.subjects a')[{subject}].click()"));
            browser.wait_until(&format!(
                "!document.querySelectorAll('article.subject')[{subject}].hidden"
            ));
            see_everything(&mut browser);
            let undrawn = browser.evaluate(
                "[...document.querySelectorAll('article:not([hidden]) .canvas')].filter((c) => c.childElementCount === 0).length",
            );
            assert_eq!(undrawn, json!(0), "subject {subject} at {size:?}");
            let wide = browser.evaluate(
                "[...document.querySelectorAll('body :not(.scroll *, .subjects *, svg *, .skip)')].filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5).map((node) => node.className || node.tagName)",
            );
            assert_eq!(wide, json!([]), "wider than the window: subject {subject} at {size:?}");
            let overflow = browser.evaluate("document.documentElement.scrollWidth - innerWidth");
            assert!(overflow.as_f64().is_some_and(|px| px <= 0.0), "{overflow} px at {size:?}");
        }
        assert_eq!(browser.complaints(), Vec::<serde_json::Value>::new());
        let requests = browser.requests();
        assert!(
            requests
                .iter()
                .all(|url| url.starts_with("file://") && url.contains("report.html")
                    || url == "data:,"),
            "{requests:?}"
        );
        assert!(!requests.is_empty(), "the page itself is a request");
    }
}

#[test]
fn a_run_with_the_least_there_can_be_draws_without_complaint() {
    let Some(mut browser) = start(PHONE) else { return };
    let mut results = sample::results();
    results.subjects.truncate(2);
    results.frames.clear();
    for (subject, kept) in results.subjects.iter_mut().zip([1, 0]) {
        subject.malloc_floor = None;
        subject.contestants.truncate(1);
        for contestant in &mut subject.contestants {
            contestant.time_one = None;
            contestant.allocation = None;
            contestant.latency = None;
            contestant.scaling.clear();
            contestant.cpu = None;
            contestant.bytes = None;
            contestant.traits = Default::default();
        }
        subject.contestants.truncate(kept);
    }
    let report = scratch().join("report-bare.html");
    std::fs::write(&report, html::render(&results).expect("the report renders"))
        .expect("the report is written");
    for fragment in ["device-state", "simple-user"] {
        browser.open(&format!("file://{}#{fragment}", report.display()));
        see_everything(&mut browser);
        let undrawn = browser.evaluate(
            "[...document.querySelectorAll('article:not([hidden]) .canvas')].filter((c) => c.childElementCount === 0).length",
        );
        assert_eq!(undrawn, json!(0), "{fragment}");
    }
    assert_eq!(browser.complaints(), Vec::<serde_json::Value>::new());
}

#[test]
fn a_hostile_name_is_shown_and_does_nothing() {
    let Some(mut browser) = open(DESKTOP, "") else { return };
    let title = browser.evaluate("document.title");
    assert!(title.as_str().is_some_and(|title| title.ends_with("apograph report")), "{title}");
    let names = browser.evaluate("[...document.querySelectorAll('h2')].map((h) => h.textContent)");
    assert!(names.as_array().is_some_and(|names| names.contains(&json!(sample::HOSTILE))));
    assert_eq!(
        browser.evaluate("document.querySelectorAll('main img, main script').length"),
        json!(0)
    );
}

#[test]
fn the_policy_forbids_requests_and_foreign_scripts() {
    let Some(mut browser) = open(DESKTOP, "") else { return };
    let blocked = browser.evaluate(
        "(async () => {
            const violations = [];
            addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
            await fetch('https://example.invalid/').catch(() => {});
            const script = document.createElement('script');
            script.textContent = 'document.title = \"broken in\"';
            document.body.append(script);
            await new Promise((done) => setTimeout(done, 50));
            return [violations.includes('connect-src'), violations.some((v) => v.startsWith('script-src')), document.title !== 'broken in'];
        })()",
    );
    assert_eq!(blocked, json!([true, true, true]));
}

#[test]
fn the_advice_counts_cores_allocation_and_the_break_even_rate() {
    let Some(mut browser) = open(DESKTOP, "#device-state") else { return };
    see(&mut browser, "advice");
    let results = sample::results();
    let figures = |name: &str| {
        let mut copies = results.subjects[0].contestants.iter();
        let contestant = copies.find(|c| c.id.to_string() == name).expect("a contestant");
        let ns = contestant.time.as_ref().expect("timed").ns.median;
        (ns, contestant.allocation.expect("counted").bytes)
    };
    let ((clone, clone_bytes), (other, other_bytes)) =
        (figures("copy/clone"), figures("copy/clone_from"));
    let text = browser.evaluate(&within(
        "advice",
        "set(section.querySelector('input[type=range]'), 5); return section.querySelector('.verdict').textContent;",
    ));
    let text = text.as_str().expect("a text").replace('\u{a0}', " ");
    let rate = 100_000.0;
    let cores = format!("saves {:.1} % of a core", rate * (clone - other) * 1e-7);
    let bytes =
        format!("{:.0} MB of allocation per second", rate * (clone_bytes - other_bytes) * 1e-6);
    let even = 0.005e9 / (clone - other);
    let even = format!(
        "from {},{}00 calls per second",
        even as u64 / 1000,
        (even % 1000.0 / 100.0).round()
    );
    for words in [cores, bytes, "Hot: the operation takes more than 5 % of a core".into(), even] {
        assert!(text.contains(&words), "{words:?} in {text:?}");
    }
}

#[test]
fn sliders_and_choices_change_the_advice() {
    let Some(mut browser) = open(DESKTOP, "#device-state") else { return };
    see(&mut browser, "advice");
    let advice = |browser: &mut Chromium, script: &str| {
        let text = browser.evaluate(&within(
            "advice",
            &format!("{script}; return section.querySelector('.verdict').textContent;"),
        ));
        text.as_str().expect("a text").to_owned()
    };
    let rate = "const [rate, cores] = section.querySelectorAll('input[type=range]');";
    let cold = advice(&mut browser, &format!("{rate} set(rate, 1)"));
    assert!(cold.contains("Stay with the simplest: copy/clone."), "{cold}");
    let hot = advice(&mut browser, &format!("{rate} set(cores, 8); set(rate, 5.5)"));
    assert!(hot.contains("Take copy/clone_from."), "{hot}");
    assert!(hot.contains("Break-even: from"), "{hot}");
    let shared = advice(&mut browser, "section.querySelectorAll('.check input')[0].click()");
    assert!(shared.contains("Take copy/arc."), "{shared}");
    picture(&mut browser, "advice.png", false);

    let send = advice(&mut browser, "section.querySelector('input[value=send]').click()");
    assert!(send.contains("Take roundtrip/wincode."), "{send}");
    let changing = advice(&mut browser, "section.querySelector('input[value=changing]').click()");
    assert!(changing.contains("Take encode/fory + decode/fory."), "{changing}");
    let readable = advice(&mut browser, "section.querySelectorAll('.check input')[0].click()");
    assert!(readable.contains("Take roundtrip/flexon."), "{readable}");
    assert!(
        readable.contains("Tied in time: roundtrip/sonic-rs and roundtrip/flexon.")
            && readable.contains("because it allocates the least"),
        "{readable}"
    );
    let few = advice(&mut browser, "section.querySelectorAll('.check input')[2].click()");
    assert!(few.contains("Take roundtrip/serde_json/value."), "{few}");
    let reasons = browser
        .evaluate(&within("advice", "return section.querySelector('.reasons').textContent;"));
    let reasons = reasons.as_str().expect("a text");
    assert!(reasons.contains("if new crates may come in: "), "{reasons}");
    assert!(reasons.contains("left out by the conditions"), "{reasons}");
}

#[test]
fn a_flame_graph_zooms_searches_and_resets() {
    let Some(mut browser) = open(DESKTOP, "#device-state") else { return };
    see(&mut browser, "flames");
    let frames = |browser: &mut Chromium| {
        browser.evaluate(&within("flames", "return section.querySelectorAll('.frame').length;"))
    };
    let before = frames(&mut browser);
    let status = |browser: &mut Chromium, script: &str| {
        let text = browser.evaluate(&within(
            "flames",
            &format!("{script}; return section.querySelector('.status').textContent;"),
        ));
        text.as_str().expect("a text").to_owned()
    };
    let click = "section.querySelector('.frame[data-name=\"serde_json::string parse\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))";
    let zoomed = status(&mut browser, click);
    assert!(zoomed.contains("zoomed to serde_json::string parse, "), "{zoomed}");
    let width = browser.evaluate(&within(
        "flames",
        "const box = (node) => node.getBoundingClientRect().width;
         return box(section.querySelector('.frame[data-name=\"serde_json::string parse\"]')) / box(section.querySelector('.canvas'));",
    ));
    assert!(width.as_f64().is_some_and(|share| share > 0.98), "{width}");
    assert_ne!(frames(&mut browser), before);
    let found = status(&mut browser, "set(section.querySelector('input[type=search]'), 'MALLOC')");
    assert!(found.contains("matched in"), "{found}");
    let hits =
        browser.evaluate(&within("flames", "return section.querySelectorAll('.hit').length;"));
    assert_eq!(hits, json!(0), "no malloc within the zoomed frame");
    let reset = status(&mut browser, "section.querySelector('.reset').click()");
    assert!(!reset.contains("zoomed"), "{reset}");
    assert_eq!(frames(&mut browser), before);
    let hits =
        browser.evaluate(&within("flames", "return section.querySelectorAll('.hit').length;"));
    assert!(hits.as_u64().is_some_and(|hits| hits > 0));
    let bytes = status(
        &mut browser,
        "set(section.querySelector('input[type=search]'), ''); section.querySelector('input[value=bytes]').click()",
    );
    assert!(bytes.contains("8.51\u{a0}kB per operation"), "{bytes}");
}

#[test]
fn a_tap_shows_the_details_of_a_contestant() {
    let Some(mut browser) = open(PHONE, "#device-state") else { return };
    browser.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    see(&mut browser, "ratio");
    let place = browser.evaluate(&within(
        "ratio",
        "const { left, top, width, height } = section.querySelectorAll('.row')[1].getBoundingClientRect();
         return { x: left + width / 2, y: top + height / 2 };",
    ));
    let touch = |points: serde_json::Value, kind| json!({ "type": kind, "touchPoints": points });
    browser.call("Input.dispatchTouchEvent", touch(json!([place]), "touchStart"));
    browser.call("Input.dispatchTouchEvent", touch(json!([]), "touchEnd"));
    browser.wait_until("!document.querySelector('.tooltip').hidden");
    let text = browser.evaluate("document.querySelector('.tooltip').textContent");
    assert!(text.as_str().is_some_and(|t| t.starts_with("copy/clone_from")), "{text}");
    let inside = browser.evaluate(
        "(() => { const box = document.querySelector('.tooltip').getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; })()",
    );
    assert_eq!(inside, json!(true));
}

#[test]
fn a_flame_graph_goes_by_keyboard() {
    let Some(mut browser) = open(DESKTOP, "#device-state") else { return };
    see(&mut browser, "flames");
    browser.evaluate(&within("flames", "section.querySelector('.frame').focus();"));
    let press = |browser: &mut Chromium, key: &str| {
        for kind in ["keyDown", "keyUp"] {
            browser.call("Input.dispatchKeyEvent", json!({ "type": kind, "key": key }));
        }
        browser.evaluate("document.activeElement.dataset.name")
    };
    assert_eq!(press(&mut browser, "ArrowDown"), json!("main"));
    assert_eq!(press(&mut browser, "ArrowDown"), json!("apograph_lab::fork::run"));
    assert_eq!(press(&mut browser, "Enter"), json!("apograph_lab::fork::run"));
    let disabled = within("flames", "return section.querySelector('.reset').disabled;");
    assert_eq!(browser.evaluate(&disabled), json!(false));
    press(&mut browser, "Escape");
    assert_eq!(browser.evaluate(&disabled), json!(true));
}

#[test]
fn a_difference_is_drawn_from_either_side() {
    let Some(mut browser) = open(DESKTOP, "#device-state") else { return };
    see(&mut browser, "flames");
    let other = "const select = section.querySelectorAll('select')[1];
        const option = [...select.options].find((o) => o.textContent === 'serde_json/value');
        set(select, option.value);";
    let drawn = browser.evaluate(&within(
        "flames",
        &format!(
            "{other}
             return [section.querySelectorAll('rect.more').length > 0, section.querySelectorAll('rect.less').length > 0, section.querySelectorAll('.changes tbody tr').length > 0, section.querySelector('.status').textContent];"
        ),
    ));
    assert_eq!(drawn[0], json!(true), "something costs more");
    assert_eq!(drawn[1], json!(true), "something costs less");
    assert_eq!(drawn[2], json!(true), "the functions that differ are listed");
    let status = drawn[3].as_str().expect("a text");
    assert!(
        status.starts_with("roundtrip/serde_json: ")
            && status.contains("roundtrip/serde_json/value: "),
        "{status}"
    );
    picture(&mut browser, "difference.png", false);
    let turned = browser.evaluate(&within(
        "flames",
        "section.querySelector('input[value=there]').click(); return section.querySelector('.status').textContent;",
    ));
    assert!(
        turned.as_str().is_some_and(|t| t.starts_with("roundtrip/serde_json/value: ")),
        "{turned}"
    );
}

#[test]
fn the_table_sorts_and_the_filter_narrows_everything() {
    let Some(mut browser) = open(DESKTOP, "#device-state") else { return };
    let column = |browser: &mut Chromium, heading: &str| {
        browser.evaluate(&format!(
            "(() => {{
                const table = document.querySelector('article:not([hidden]) table.figures');
                const place = [...table.tHead.rows[0].cells].findIndex((cell) => cell.textContent.startsWith('{heading}'));
                table.tHead.rows[0].cells[place].querySelector('button').click();
                return [...table.querySelectorAll('tbody[data-operation=encode] tr[data-place]')].map((row) => Number(row.cells[place].dataset.value));
            }})()"
        ))
    };
    let figures = |value: &serde_json::Value| -> Vec<f64> {
        value.as_array().expect("a column").iter().filter_map(serde_json::Value::as_f64).collect()
    };
    let up = figures(&column(&mut browser, "wire"));
    assert!(up.len() > 5 && up.is_sorted(), "{up:?}");
    let down = figures(&column(&mut browser, "wire"));
    assert!(down.iter().rev().is_sorted(), "{down:?}");

    see(&mut browser, "ratio");
    let narrowed = browser.evaluate(&within(
        "ratio",
        "set(document.querySelector('article:not([hidden]) [data-filter]'), 'roundtrip serde');
         return [section.querySelectorAll('.row').length, [...document.querySelectorAll('article:not([hidden]) .figures tr[data-place]')].filter((row) => row.offsetParent).length];",
    ));
    assert_eq!(narrowed, json!([3, 3]), "bars and rows of the table");
    see(&mut browser, "stages");
    let bars =
        browser.evaluate(&within("stages", "return section.querySelectorAll('.row').length;"));
    assert_eq!(bars, json!(3));
}

#[test]
fn a_contestant_that_failed_its_proof_is_ranked_nowhere() {
    let Some(mut browser) = open(DESKTOP, "#device-graph") else { return };
    see_everything(&mut browser);
    let found = browser.evaluate(
        "(() => {
            const article = document.querySelector('article:not([hidden])');
            const shown = (selector, name) => [...article.querySelectorAll(selector)].some((node) => (node.getAttribute('aria-label') ?? node.textContent).includes(name));
            return {
                listed: shown('.proofs li', 'roundtrip/flexon'),
                reason: shown('.proofs li', 'it cannot carry shared references'),
                drawn: shown('svg [role=listitem]', 'roundtrip/flexon'),
                advised: shown('.advice', 'roundtrip/flexon'),
                others: shown('svg [role=listitem]', 'roundtrip/postcard'),
            };
        })()",
    );
    let expected =
        json!({ "listed": true, "reason": true, "drawn": false, "advised": false, "others": true });
    assert_eq!(found, expected);
}

#[test]
fn the_theme_follows_the_system_until_it_is_chosen() {
    let Some(mut browser) = open(DESKTOP, "#device-state") else { return };
    let paper = "getComputedStyle(document.body).backgroundColor";
    let light = browser.evaluate(paper);
    let dark_system = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.call("Emulation.setEmulatedMedia", dark_system);
    let dark = browser.evaluate(paper);
    assert_ne!(light, dark);
    let toggle = "document.querySelector('[data-theme-toggle]').click()";
    browser.evaluate(toggle);
    assert_eq!(browser.evaluate(paper), light);
    browser.evaluate(toggle);
    assert_eq!(browser.evaluate(paper), dark);
}

/// Not a test of its own: pictures to look at.
#[test]
fn pictures_of_the_report_are_taken_where_they_are_asked_for() {
    if screenshots().is_none() {
        return;
    }
    for (size, device) in [(DESKTOP, "desktop"), (PHONE, "phone")] {
        for theme in ["light", "dark"] {
            let Some(mut browser) = open(size, "#device-state") else { return };
            let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
            browser.call("Emulation.setEmulatedMedia", media);
            see_everything(&mut browser);
            picture(&mut browser, &format!("{device}-{theme}.png"), true);
        }
    }
}
