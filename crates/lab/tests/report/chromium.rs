//! A headless Chromium at the end of a pipe, spoken to in the DevTools protocol.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(60);

/// Where a browser is: `CHROMIUM`, or one of the usual names on the path.
pub(crate) fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

/// A browser with one page. It ends when dropped.
pub(crate) struct Chromium {
    child: Child,
    profile: PathBuf,
    commands: ChildStdin,
    messages: Receiver<Value>,
    /// Events that came while an answer was awaited.
    events: VecDeque<Value>,
    session: String,
    next: u64,
}

impl Chromium {
    /// Starts a browser with a profile of its own in `folder`.
    pub(crate) fn start(program: &Path, folder: &Path) -> Self {
        // Chromium speaks on the descriptors 3 and 4; a shell moves the pipes there.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null", "sh"])
            .arg(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-component-update", "--hide-scrollbars", "--force-color-profile=srgb"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", folder.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let commands = child.stdin.take().expect("piped");
        let answers = child.stdout.take().expect("piped");
        let (send, messages) = channel();
        std::thread::spawn(move || {
            let mut answers = BufReader::new(answers);
            let mut message = Vec::new();
            while answers.read_until(0, &mut message).is_ok_and(|read| read > 0) {
                message.pop();
                if let Ok(value) = serde_json::from_slice(&message)
                    && send.send(value).is_err()
                {
                    return;
                }
                message.clear();
            }
            // Whatever is left belongs to no message.
            let _ = answers.read_to_end(&mut message);
        });
        let mut browser = Self {
            child,
            profile: folder.to_owned(),
            commands,
            messages,
            events: VecDeque::new(),
            session: String::new(),
            next: 0,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = target["targetId"].as_str().expect("a page").to_owned();
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        attached["sessionId"].as_str().expect("a session").clone_into(&mut browser.session);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut command = json!({ "id": id, "method": method, "params": params });
        if !self.session.is_empty() {
            command["sessionId"] = json!(self.session);
        }
        let mut bytes = command.to_string().into_bytes();
        bytes.push(0);
        self.commands.write_all(&bytes).expect("the browser listens");
        let end = Instant::now() + PATIENCE;
        loop {
            let message = self.receive(end).unwrap_or_else(|| panic!("no answer to {method}"));
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push_back(message);
        }
    }

    /// Waits for an event and gives its parameters.
    pub(crate) fn wait_for(&mut self, method: &str) -> Value {
        let end = Instant::now() + PATIENCE;
        if let Some(place) = self.events.iter().position(|event| event["method"] == method) {
            return self.events.remove(place).expect("found")["params"].clone();
        }
        loop {
            let message = self.receive(end).unwrap_or_else(|| panic!("{method} did not happen"));
            if message["method"] == method {
                return message["params"].clone();
            }
            self.events.push_back(message);
        }
    }

    /// Sets the size of the window.
    pub(crate) fn resize(&mut self, width: u32, height: u32, mobile: bool) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile,
        });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Opens a page and waits until it is loaded; or goes to another place in the page that is
    /// open.
    pub(crate) fn open(&mut self, url: &str) {
        self.events.retain(|event| event["method"] != "Page.loadEventFired");
        let answer = self.call("Page.navigate", json!({ "url": url }));
        if !answer["loaderId"].is_null() {
            self.wait_for("Page.loadEventFired");
        }
    }

    /// Evaluates JavaScript, awaits its promise, and gives its value.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let answer = self.call(
            "Runtime.evaluate",
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true }),
        );
        let exception = &answer["exceptionDetails"];
        assert!(exception.is_null(), "{expression}\n{exception:#}");
        answer["result"]["value"].clone()
    }

    /// Evaluates JavaScript until it gives true.
    pub(crate) fn wait_until(&mut self, condition: &str) {
        let end = Instant::now() + PATIENCE;
        while self.evaluate(condition) != json!(true) {
            assert!(Instant::now() < end, "never true: {condition}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A picture of what the window shows, or of the whole page, as PNG in base64.
    pub(crate) fn screenshot(&mut self, whole: bool) -> String {
        let picture =
            self.call("Page.captureScreenshot", json!({ "captureBeyondViewport": whole }));
        picture["data"].as_str().expect("a picture").to_owned()
    }

    /// Everything the page complained of: console errors and warnings, exceptions, log entries.
    pub(crate) fn complaints(&mut self) -> Vec<Value> {
        self.drain();
        let complains = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                matches!(event["params"]["type"].as_str(), Some("error" | "warning" | "assert"))
            }
            Some("Log.entryAdded") => {
                matches!(event["params"]["entry"]["level"].as_str(), Some("error" | "warning"))
            }
            _ => false,
        };
        self.events.iter().filter(complains).cloned().collect()
    }

    /// The addresses that the page asked for.
    pub(crate) fn requests(&mut self) -> Vec<String> {
        self.drain();
        self.events
            .iter()
            .filter(|event| event["method"] == "Network.requestWillBeSent")
            .filter_map(|event| event["params"]["request"]["url"].as_str().map(str::to_owned))
            .collect()
    }

    fn drain(&mut self) {
        // The answer to a command comes after the events that were there before it.
        self.evaluate("0");
        while let Ok(message) = self.messages.try_recv() {
            self.events.push_back(message);
        }
    }

    fn receive(&mut self, end: Instant) -> Option<Value> {
        match self.messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the browser ended"),
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // The shell was replaced by the browser, whose helpers end with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
