// The advice as a reader meets it: sliders and choices, a recommendation, and its reasons.
const adviser = (() => {
  const { html } = element;

  // One set of answers for the whole page: they describe the reader's service, not the subject.
  const settings = {
    question: "copy",
    rate: 1000,
    cores: Math.max(1, model.cores),
    objects: "corpus",
    structure: "stable",
    readable: false,
    independent: true,
    newCrates: true,
    present: new Set(["serde_json"]),
  };
  const LOWEST = 0;
  const HIGHEST = 7;
  const CLASSES = {
    hot: "Hot: more than 5 % of a core is at stake.",
    warm: "Warm: between 0.5 and 5 % of a core is at stake.",
    cold: "Cold: less than 0.5 % of a core is at stake.",
  };

  const code = (text) => html("code", {}, text);
  const strong = (text) => html("b", {}, text);

  const slider = (label, { min, max, step, value, show, set }, update) => {
    const output = html("output", {}, show(value));
    const input = html("input", { type: "range", min, max, step, value, "aria-valuetext": show(value) });
    input.addEventListener("input", () => {
      const now = Number(input.value);
      set(now);
      output.textContent = show(now);
      input.setAttribute("aria-valuetext", show(now));
      update();
    });
    return html("label", { class: "slider" }, html("span", {}, label), output, input);
  };

  const check = (label, checked, set, update) => {
    const input = html("input", { type: "checkbox", checked });
    input.addEventListener("change", () => {
      set(input.checked);
      update();
    });
    return html("label", { class: "check" }, input, html("span", {}, label));
  };

  const controls = (subject, rebuild, update) => {
    const crates = [...new Set(subject.ranked.map((c) => c.traits.dependency).filter(Boolean))].sort();
    const pick = (name, legend, choices, redo = update) =>
      element.choice(`${name}-${subject.name}`, legend, choices, settings[name], (value) => {
        settings[name] = value;
        redo();
      });
    const rateOf = (position) => 10 ** position;
    const sending = settings.question === "send";
    return html(
      "form",
      { class: "settings", submit: (event) => event.preventDefault() },
      pick("question", "I want to", [["copy", "copy an object"], ["send", "send an object"]], rebuild),
      slider("calls per second", {
        min: LOWEST, max: HIGHEST, step: 0.05, value: Math.log10(settings.rate),
        show: (position) => `${figure.rate(rateOf(position))} /s`,
        set: (position) => { settings.rate = rateOf(position); },
      }, update),
      slider("cores for this work", {
        min: 1, max: Math.max(32, model.cores), step: 1, value: settings.cores,
        show: (cores) => String(cores),
        set: (cores) => { settings.cores = cores; },
      }, update),
      pick("objects", "Objects", [["corpus", "many different ones"], ["one", "the same one"]]),
      sending ? pick("structure", "Structure", [["stable", "stable"], ["changing", "changing"]]) : null,
      html(
        "div",
        { class: "checks" },
        sending ? check("bytes must stay readable", settings.readable, (on) => { settings.readable = on; }, update) : null,
        check("result must be independent", settings.independent, (on) => { settings.independent = on; }, update),
        check("new crates may come in", settings.newCrates, (on) => { settings.newCrates = on; }, update),
      ),
      crates.length > 0
        ? html(
            "fieldset",
            { class: "checks crates" },
            html("legend", {}, "Crates already present"),
            crates.map((name) =>
              check(name, settings.present.has(name), (on) => {
                if (on) settings.present.add(name);
                else settings.present.delete(name);
              }, update),
            ),
          )
        : null,
    );
  };

  const list = (ids) => ids.flatMap((id, place) => [place === 0 ? "" : place === ids.length - 1 ? " and " : ", ", code(id)]);

  const verdict = (result) => {
    const { pick, plain, winner, stay, cores, bytes, kind } = result;
    if (!pick) return [html("p", { class: "pick" }, "Nothing here meets all of these conditions."), html("p", {}, "The reasons stand below; give up the condition that matters least.")];
    const lines = [];
    if (stay) lines.push(html("p", { class: "pick" }, "Stay with the simplest: ", code(pick.id), "."));
    else lines.push(html("p", { class: "pick" }, "Take ", code(pick.id), "."));
    const rate = `${figure.rate(settings.rate)} calls per second`;
    if (winner === plain) {
      lines.push(html("p", {}, "It is also the fastest of those that meet the conditions: ", strong(figure.duration(plain.ns)), ` each, ${figure.cores(settings.rate * plain.ns * 1e-9)} at ${rate}.`));
    } else if (!result.proven) {
      lines.push(html("p", {}, code(winner.id), " and ", code(plain.id), ` take the same time within the noise, ${figure.duration(winner.ns)} and ${figure.duration(plain.ns)}.`));
    } else {
      const gain = [
        "At ", rate, ", ", code(winner.id), " instead of ", code(plain.id), " saves ", strong(figure.cores(cores)),
        ` (${figure.duration(winner.ns)} instead of ${figure.duration(plain.ns)} each)`,
      ];
      if (bytes !== null && bytes !== 0) {
        gain.push(bytes > 0 ? " and " : ", but costs ", strong(`${figure.size(Math.abs(bytes))} of allocation per second`));
      }
      lines.push(html("p", {}, gain, "."), html("p", { class: `class ${kind}` }, CLASSES[kind]));
    }
    if (!result.keepsUp) lines.push(html("p", {}, code(plain.id), ` cannot keep up: it needs ${figure.cores(settings.rate * plain.ns * 1e-9)}.`));
    if (result.tied.length > 1) {
      const shown = result.tied.slice(0, 5).map((candidate) => candidate.id);
      const rest = result.tied.length - shown.length;
      lines.push(html("p", {}, "Tied in time: ", list(shown), rest > 0 ? ` and ${rest} more` : "", result.tieReason ? [`. Decided by ${result.tieReason}, for `, code(winner.id), "."] : "."));
    }
    if (Number.isFinite(result.breakEven)) {
      lines.push(html("p", {}, "Break-even: from ", strong(`${figure.rate(result.breakEven)} calls per second`), " on, the saving is more than half a percent of a core."));
    }
    return lines;
  };

  const flips = (subject) => {
    const found = advice.flips(subject, settings);
    return html(
      "div",
      { class: "flips" },
      html("h4", {}, "What would change the answer"),
      found.length === 0
        ? html("p", {}, "None of the conditions, changed alone.")
        : html("ul", {}, found.map(({ words, pick }) => html("li", {}, `${words}: `, pick ? code(pick.id) : "nothing meets the conditions"))),
    );
  };

  const ranking = (result) => {
    const rows = result.allowed.slice(0, 10);
    if (result.pick && !rows.includes(result.pick)) rows.push(result.pick);
    return html(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Candidates" },
      html(
        "table",
        { class: "plain" },
        html("thead", {}, html("tr", {}, html("th", { scope: "col" }, `fastest of ${result.allowed.length}`), ["each", "cores at this rate", "allocates", "wire", "asks accepted"].map((title) => html("th", { scope: "col", class: "number" }, title)))),
        html(
          "tbody",
          {},
          rows.map((candidate) =>
            html(
              "tr",
              { class: candidate === result.pick ? "chosen" : null },
              html("th", { scope: "row" }, candidate.id, result.tied.includes(candidate) ? html("span", { class: "mark" }, "tie") : null),
              html("td", { class: "number" }, figure.duration(candidate.ns)),
              html("td", { class: "number" }, figure.cores(settings.rate * candidate.ns * 1e-9).replace(/ of a core| cores?/, "")),
              html("td", { class: "number" }, candidate.bytes === null ? "–" : figure.size(candidate.bytes)),
              html("td", { class: "number" }, candidate.wire === null ? "–" : figure.size(candidate.wire)),
              html("td", { class: "number" }, String(advice.constraints(candidate, settings))),
            ),
          ),
        ),
      ),
    );
  };

  const refused = ({ refused: out }) =>
    out.length === 0
      ? null
      : html(
          "details",
          {},
          html("summary", {}, `${out.length} left out by the conditions`),
          html("ul", { class: "refused" }, out.map(({ candidate, obstacle }) => html("li", {}, code(candidate.id), ` ${obstacle}`))),
        );

  const draw = (canvas, subject) => {
    const answer = html("div", { class: "verdict", "aria-live": "polite" });
    const reasons = html("div", { class: "reasons" });
    const update = () => {
      const result = advice.decide(subject, settings);
      answer.replaceChildren(...verdict(result));
      reasons.replaceChildren(...[flips(subject), ranking(result), refused(result)].filter(Boolean));
    };
    const rebuild = () => {
      draw(canvas, subject);
      canvas.querySelector("form input:checked")?.focus({ preventScroll: true });
    };
    canvas.replaceChildren(html("div", { class: "desk" }, controls(subject, rebuild, update), html("div", { class: "side" }, answer, reasons)));
    update();
  };

  return { draw };
})();
