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
    hot: "Hot: the operation takes more than 5 % of a core.",
    warm: "Warm: the operation takes between 0.5 and 5 % of a core.",
    cold: "Cold: the operation takes less than 0.5 % of a core; there is nothing to win.",
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

  const each = (candidate) => `${figure.duration(candidate.ns)} each`;

  // What the choice costs and saves against the usual way.
  const gain = ({ choice, plain, cores, bytes }) => {
    const words = [
      `At ${figure.rate(settings.rate)} calls per second, `, code(choice.id), ` (${each(choice)}) instead of `, code(plain.id),
      ` (${each(plain)}) `, cores < 0 ? "costs " : "saves ", strong(figure.cores(Math.abs(cores))),
    ];
    if (bytes > 0) words.push(" and ", strong(`${figure.size(bytes)} of allocation per second`));
    if (bytes < 0) words.push(", for ", strong(`${figure.size(-bytes)} more allocation per second`));
    return html("p", {}, words, ".");
  };

  const verdict = (result) => {
    const { choice, best, plain, kind } = result;
    if (!choice) {
      return [
        html("p", { class: "pick" }, "Nothing here meets all of these conditions."),
        html("p", {}, "The reasons stand below; give up the condition that matters least."),
      ];
    }
    const lines = [html("p", { class: "pick" }, choice === plain ? "Stay with the simplest: " : "Take ", code(choice.id), ".")];
    if (choice === plain) {
      const load = strong(figure.cores(advice.coresOf(plain, settings)));
      lines.push(html("p", {}, `At ${figure.rate(settings.rate)} calls per second it takes `, load, ` (${each(plain)}).`));
      if (best !== plain) {
        const saving = strong(figure.cores(Math.max(0, advice.coresOf(plain, settings) - advice.coresOf(best, settings))));
        lines.push(html("p", {}, code(best.id), ` (${each(best)}) would save `, saving, ": less than half a percent of a core is not worth a change."));
      } else lines.push(html("p", {}, "Nothing that meets the conditions is faster."));
    } else lines.push(gain(result));
    lines.push(html("p", { class: `class ${kind}` }, CLASSES[kind]));
    if (!result.plainIsEligible) lines.push(html("p", {}, code(plain.id), ` is out: it ${result.plainObstacle}.`));
    if (result.tied.length > 1) {
      const shown = result.tied.slice(0, 5).map((candidate) => candidate.id);
      const rest = result.tied.length - shown.length;
      const why = result.reason ? [". ", code(choice.id), ` is named because ${result.reason}.`] : ".";
      lines.push(html("p", {}, "Tied in time: ", list(shown), rest > 0 ? ` and ${rest} more` : "", why));
    }
    if (Number.isFinite(result.breakEven) && result.plainIsEligible) {
      lines.push(html("p", {}, "Break-even: from ", strong(`${figure.rate(result.breakEven)} calls per second`), " on, ", code(best.id), " saves more than half a percent of a core."));
    }
    const accepted = advice.constraints(choice, settings);
    if (accepted.length > 0) lines.push(html("p", { class: "accepted" }, `What comes with it: ${accepted.join("; ")}.`));
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
        : html("ul", {}, found.map(({ words, choice }) => html("li", {}, `${words}: `, code(choice.id)))),
    );
  };

  const ranking = (result) => {
    const rows = result.eligible.slice(0, 10);
    if (result.choice && !rows.includes(result.choice)) rows.push(result.choice);
    return html(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Candidates" },
      html(
        "table",
        { class: "plain" },
        html("thead", {}, html("tr", {}, html("th", { scope: "col" }, `fastest of ${result.eligible.length}`), ["each", "cores at this rate", "allocates", "wire", "asks accepted"].map((title) => html("th", { scope: "col", class: "number" }, title)))),
        html(
          "tbody",
          {},
          rows.map((candidate) =>
            html(
              "tr",
              { class: candidate === result.choice ? "chosen" : null },
              html("th", { scope: "row" }, candidate.id, result.tied.length > 1 && result.tied.includes(candidate) ? html("span", { class: "mark" }, "tie") : null),
              html("td", { class: "number" }, figure.duration(candidate.ns)),
              html("td", { class: "number" }, figure.busy(advice.coresOf(candidate, settings))),
              html("td", { class: "number" }, candidate.bytes === null ? "–" : figure.size(candidate.bytes)),
              html("td", { class: "number" }, candidate.wire === null ? "–" : figure.size(candidate.wire)),
              html("td", { class: "number" }, String(advice.constraints(candidate, settings).length)),
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
