// The flame graphs of a subject: which contestant, time or bytes, search, and differences.
const explorer = (() => {
  const { html } = element;
  // What was chosen for each subject, so that a change of width or of the page does not lose it.
  const states = new Map();

  const MEASURES = {
    cpu: {
      title: "processor time",
      term: "time",
      show: figure.duration,
      value: (c) => c.time.ns[0],
    },
    bytes: {
      title: "allocated bytes",
      term: "allocates",
      show: figure.size,
      value: (c) => c.allocation?.bytes ?? null,
    },
  };

  const having = (subject, measure) => subject.ranked.filter((c) => c[measure]?.flame.length > 0);

  const begin = (subject) => {
    const measure = having(subject, "cpu").length > 0 ? "cpu" : "bytes";
    const first =
      having(subject, measure).find((c) => c.op === "roundtrip" && c.name === "serde_json") ?? having(subject, measure)[0];
    return { measure, place: first?.place ?? null, against: null, from: "here", path: [], search: "" };
  };

  const tree = (contestant, measure) => stack.build(contestant[measure].flame, MEASURES[measure].value(contestant));

  const sampled = (contestant, measure) =>
    measure === "cpu"
      ? `${figure.count(contestant.cpu.kept)} of ${figure.count(contestant.cpu.due)} samples due, ${contestant.cpu.source}`
      : `${figure.count(contestant.bytes.samples)} samples, one in ${figure.size(contestant.bytes.interval)}`;

  const changes = (here, there, shown, other, unit) => {
    const rows = stack.changes(here, there, 8);
    if (rows.length === 0) return null;
    return html(
      "details",
      { class: "changes", open: true },
      html("summary", {}, "Functions that differ most by themselves, wherever they are called from"),
      html(
        "div",
        { class: "scroll" },
        html(
          "table",
          { class: "plain" },
          html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "function"), [shown.id, other.id, "difference"].map((title) => html("th", { scope: "col", class: "number" }, title)))),
          html(
            "tbody",
            {},
            rows.map(({ name, stage, here: a, there: b }) =>
              html(
                "tr",
                {},
                html("th", { scope: "row" }, stage ? palette.swatch(stage) : null, name),
                html("td", { class: "number" }, unit.show(a)),
                html("td", { class: "number" }, unit.show(b)),
                html("td", { class: `number ${a > b ? "costs" : "saves"}` }, `${a < b ? "−" : "+"}${unit.show(Math.abs(a - b))}`),
              ),
            ),
          ),
        ),
      ),
    );
  };

  const draw = (canvas, subject) => {
    const state = states.get(subject) ?? begin(subject);
    states.set(subject, state);
    const available = having(subject, state.measure);
    if (available.length === 0) {
      canvas.replaceChildren(html("p", { class: "empty" }, "No ranked contestant was sampled here."));
      return;
    }
    const contestant = available.find((c) => c.place === state.place) ?? available[0];
    const other = available.find((c) => c.place === state.against && c !== contestant) ?? null;
    const redraw = (focus) => {
      draw(canvas, subject);
      if (focus) canvas.querySelector(focus)?.focus({ preventScroll: true });
    };

    const measures = Object.keys(MEASURES).filter((measure) => having(subject, measure).length > 0);
    const controls = html(
      "div",
      { class: "controls" },
      element.choice(`measure-${subject.name}`, "Of", measures.map((name) => [name, MEASURES[name].title]), state.measure, (name) => {
        Object.assign(state, { measure: name, path: [] });
        redraw("fieldset:first-child input:checked");
      }),
      element.select("Contestant", model.groups(available), contestant.place, (place) => {
        Object.assign(state, { place: Number(place), path: [] });
        redraw(".field:nth-of-type(1) select");
      }),
      element.select("Difference to", [["", [["", "none"]]], ...model.groups(available.filter((c) => c !== contestant))], other?.place ?? "", (place) => {
        Object.assign(state, { against: place === "" ? null : Number(place), from: "here", path: [] });
        redraw(".field:nth-of-type(2) select");
      }),
    );
    if (other) {
      controls.append(
        element.choice(`side-${subject.name}`, "Drawn from", [["here", contestant.id], ["there", other.id]], state.from, (side) => {
          Object.assign(state, { from: side, path: [] });
          redraw("fieldset:last-of-type input:checked");
        }),
      );
    }

    const here = tree(contestant, state.measure);
    const there = other && tree(other, state.measure);
    if (there) {
      stack.match(here, there);
      stack.match(there, here);
    }
    const turned = there && state.from === "there";
    const [root, shown, opposite] = turned ? [there, other, contestant] : [here, contestant, other];
    const measure = MEASURES[state.measure];
    const unit = {
      term: measure.term,
      show: measure.show,
      whole: root.value,
      otherWhole: there ? (turned ? here : there).value : 0,
      against: opposite?.id ?? "",
    };

    const status = html("output", { class: "status" });
    const stage = html("div", { class: "flame-stage" });
    const search = html("input", { type: "search", value: state.search, placeholder: "Search functions", "aria-label": "Search functions", autocomplete: "off", spellcheck: "false" });
    const reset = html("button", { type: "button", class: "reset" }, "Reset zoom");

    const paint = () => {
      tooltip.hide();
      const zoom = stack.follow(root, state.path);
      const found = stack.search(root, state.search);
      reset.disabled = zoom === root;
      const words = [`${shown.id}: ${unit.show(root.value)} per operation`];
      if (opposite) words.push(`${opposite.id}: ${unit.show(unit.otherWhole)}`);
      if (zoom !== root) words.push(`zoomed to ${zoom.name}, ${unit.show(zoom.value)} (${figure.percent(zoom.share)})`);
      if (state.search.trim()) words.push(`${figure.percent(found.share)} matched in ${figure.count(found.frames)} frames`);
      else words.push(sampled(shown, state.measure));
      status.textContent = words.join(" · ");
      const zoomTo = (node) => {
        state.path = stack.path(node);
        const held = stage.contains(document.activeElement);
        paint();
        if (held) stage.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
      };
      stage.replaceChildren(
        flame.draw(canvas.clientWidth, {
          zoom,
          unit,
          searching: state.search.trim() !== "",
          onZoom: zoomTo,
          onReset: () => zoomTo(root),
        }),
      );
    };
    search.addEventListener("input", () => {
      state.search = search.value;
      paint();
    });
    reset.addEventListener("click", () => {
      state.path = [];
      paint();
    });
    controls.append(html("div", { class: "field search" }, search), reset);
    canvas.replaceChildren(controls, status, stage);
    if (there) {
      const [a, b] = turned ? [there, here] : [here, there];
      canvas.append(
        html(
          "p",
          { class: "legend" },
          html("span", {}, html("i", { class: "key more", "aria-hidden": "true" }), `more than in ${opposite.id}`),
          html("span", {}, html("i", { class: "key less", "aria-hidden": "true" }), `less than in ${opposite.id}`),
        ),
        changes(a, b, shown, opposite, unit) ?? "",
      );
    }
    paint();
  };

  return { draw };
})();
