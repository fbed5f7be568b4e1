// Stage bars: the time of one operation, split by what it is spent on.
const stages = (() => {
  const { html, svg } = element;
  let mode = "ns";
  let marked = null;

  const layout = (width, rows) => {
    const wide = width >= 640;
    const longest = Math.max(...rows.map((c) => c.label.length));
    const names = Math.min(220, Math.max(90, longest * 7 + 12));
    return wide
      ? { wide, row: 26, bar: 18, left: names, right: width - 190, total: width - 112, kept: width - 4, width }
      : { wide, row: 46, bar: 18, left: 0, right: width - 2, total: width - 2, kept: null, width };
  };

  const sum = (contestant) => contestant.cpu.stages.reduce((total, [, ns]) => total + ns, 0);

  const keptWords = ({ kept, due }) => `${figure.count(kept)} of ${figure.count(due)}`;

  const segment = (contestant, [stage, ns, samples], x, y, width, bar) => {
    const share = ns / sum(contestant);
    const node = svg("g", { class: `segment ${marked && marked !== stage ? "faded" : ""}` });
    node.append(svg("rect", { class: palette.classOf(stage), x, y, width: Math.max(0, width - 1), height: bar, rx: 1.5 }));
    const words = element.fitting(stage, width - 8, 6.3);
    if (words) node.append(svg("text", { class: "inside", x: x + 5, y: y + bar / 2 + 4 }, words));
    tooltip.on(node, () =>
      tooltip.lines(`${stage} in ${contestant.id}`, [
        ["time", `${figure.duration(ns)} of ${figure.duration(sum(contestant))}`],
        ["share", figure.percent(share)],
        ["samples", figure.count(samples)],
      ]),
    );
    return node;
  };

  const row = (contestant, x, y, place) => {
    const total = sum(contestant);
    const top = place.wide ? y + 4 : y + 20;
    const text = place.wide ? y + 17 : y + 14;
    const words = contestant.cpu.stages.map(([stage, ns]) => `${stage} ${figure.percent(ns / total)}`).join(", ");
    const group = svg("g", { class: "row", tabindex: 0, role: "listitem", "aria-label": `${contestant.id}: ${figure.duration(total)}; ${words}` });
    group.append(svg("text", { class: "name", x: 0, y: text }, contestant.label));
    let from = 0;
    for (const part of contestant.cpu.stages) {
      const size = mode === "ns" ? part[1] : part[1] / total;
      const [a, b] = [x(from), x(from + size)];
      if (b - a >= 0.3) group.append(segment(contestant, part, a, top, b - a, place.bar));
      from += size;
    }
    group.append(
      svg(
        "text",
        { class: "value", x: place.total, y: text, "text-anchor": "end" },
        svg("tspan", { class: "strong" }, figure.duration(total)),
        place.wide ? null : svg("tspan", { class: "soft", dx: 6 }, `${keptWords(contestant.cpu)} samples`),
      ),
    );
    if (place.kept) group.append(svg("text", { class: "value soft", x: place.kept, y: text, "text-anchor": "end" }, keptWords(contestant.cpu)));
    return group;
  };

  const block = (operation, rows, high, place) => {
    const x = scale.linear(mode === "ns" ? high : 1, place.left, place.right);
    const top = 30;
    const height = top + rows.length * place.row + 4;
    const drawing = element.picture("stages", place.width, height, "list", `Stages, ${model.title(operation)}`);
    const ticks = mode === "ns" ? scale.linearTicks(high, place.wide ? 6 : 3) : [0, 0.25, 0.5, 0.75, 1];
    for (const tick of ticks) {
      const anchor = tick === 0 ? "start" : x(tick) > place.right - 24 ? "end" : "middle";
      drawing.append(
        svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: top - 4, y2: height - 4 }),
        svg("text", { class: "tick", x: x(tick), y: top - 10, "text-anchor": anchor }, mode === "ns" ? figure.duration(tick) : figure.percent(tick)),
      );
    }
    if (place.kept) drawing.append(svg("text", { class: "tick", x: place.kept, y: top - 10, "text-anchor": "end" }, "samples kept of due"));
    rows.forEach((contestant, index) => drawing.append(row(contestant, x, top + index * place.row, place)));
    return drawing;
  };

  // Totals of the sampler over all that is shown.
  const sampler = (rows) => {
    const sources = [...new Set(rows.map((c) => `${c.cpu.source} at ${figure.count(c.cpu.hz)}/s`))];
    const [kept, due] = rows.reduce(([k, d], c) => [k + c.cpu.kept, d + c.cpu.due], [0, 0]);
    const share = due > 0 ? ` (${figure.percent(kept / due)})` : "";
    const worst = rows.reduce((high, c) => {
      const other = c.cpu.stages.find(([stage]) => stage === "other")?.[1] ?? 0;
      return Math.max(high, other / (sum(c) || 1));
    }, 0);
    return `Sampled by ${sources.join("; ")}: ${figure.count(kept)} of ${figure.count(due)} samples due${share}. At most ${figure.percent(worst)} of a contestant’s time is “other”.`;
  };

  const legend = (rows, redraw) => {
    const totals = new Map();
    for (const c of rows) for (const [stage, ns] of c.cpu.stages) totals.set(stage, (totals.get(stage) ?? 0) + ns / sum(c));
    const ordered = [...totals].sort((a, b) => b[1] - a[1]).map(([stage]) => stage);
    return html(
      "div",
      { class: "legend buttons", role: "group", "aria-label": "Stages; choose one to mark it" },
      ordered.map((stage) =>
        html(
          "button",
          {
            type: "button",
            "aria-pressed": String(marked === stage),
            click: () => {
              marked = marked === stage ? null : stage;
              redraw();
            },
          },
          palette.swatch(stage),
          stage,
        ),
      ),
    );
  };

  const draw = (canvas, subject, filter) => {
    const rows = model.chosen(subject, ["copy", "encode", "decode", "roundtrip"], filter).filter((c) => c.cpu?.stages.length);
    if (rows.length === 0) {
      canvas.replaceChildren(html("p", { class: "empty" }, "No ranked contestant was sampled here."));
      return;
    }
    const redraw = () => draw(canvas, subject, filter);
    const content = [
      html(
        "div",
        { class: "controls" },
        element.choice(`stages-${subject.name}`, "Show", [["ns", "nanoseconds"], ["share", "shares"]], mode, (value) => {
          mode = value;
          redraw();
          canvas.querySelector("input:checked")?.focus();
        }),
      ),
      legend(rows, redraw),
    ];
    for (const { operations } of model.families) {
      const members = rows.filter((c) => operations.includes(c.op));
      const high = Math.max(...members.map(sum));
      const place = layout(canvas.clientWidth, members);
      for (const operation of operations) {
        const own = members.filter((c) => c.op === operation).sort((a, b) => sum(a) - sum(b));
        if (own.length > 0) content.push(html("h4", {}, model.title(operation)), block(operation, own, high, place));
      }
    }
    content.push(html("p", { class: "caption" }, sampler(rows)));
    canvas.replaceChildren(...content);
  };

  return { draw };
})();
