// The dot plot of ratios to the baseline, one block for each family of operations.
const ratio = (() => {
  const { html, svg } = element;
  const MARKS = { baseline: "baseline", tie: "tie" };

  // The allocator alone against the copy that is the baseline.
  const floorOf = (subject, operation) => {
    const baseline = model.baseline(subject, operation);
    if (operation !== "copy" || subject.floor === null || baseline?.op !== "copy") return null;
    return subject.floor / baseline.time.ns[0];
  };

  // A shared handle is no copy and costs next to nothing: it must not squeeze the scale.
  const bounds = (rows, floor) => {
    const values = rows.filter((c) => !model.isShare(c)).flatMap((c) => [...c.time.ratio, ...(c.one?.ratio ?? [])]);
    return scale.logBounds([1, ...values, ...(floor ? [floor] : [])]);
  };

  // Where things stand: beside each other when there is room, else name and figures above the dot.
  const layout = (width, rows) => {
    const wide = width >= 640;
    const longest = Math.max(...rows.map((c) => c.label.length));
    const names = Math.min(220, Math.max(90, longest * 7 + 12));
    return wide
      ? { wide, row: 23, left: names, right: width - 290, value: width - 212, one: width - 8, width }
      : { wide, row: 42, left: 8, right: width - 8, value: width - 72, one: width - 2, width };
  };

  const axis = (x, place, top, bottom) => {
    const marks = x.ticks(Math.max(3, Math.floor((place.right - place.left) / 60))).map((tick) => {
      const at = x.at(tick);
      return [
        svg("line", { class: tick === 1 ? "unit" : "grid", x1: at, x2: at, y1: top, y2: bottom }),
        svg("text", { class: "tick", x: at, y: top - 7, "text-anchor": "middle" }, `${Number(tick.toPrecision(2))}×`),
      ];
    });
    return svg("g", { "aria-hidden": "true" }, marks.flat());
  };

  const dot = (x, y, verdict) =>
    verdict === "baseline"
      ? svg("rect", { class: "dot baseline", x: x - 4.5, y: y - 4.5, width: 9, height: 9, transform: `rotate(45 ${x} ${y})` })
      : svg("circle", { class: `dot ${verdict}`, cx: x, cy: y, r: 5 });

  // How the ratio changes when one object is replayed alone.
  const change = (contestant) => contestant.one.ratio[0] / contestant.time.ratio[0] - 1;

  const describe = (contestant) => {
    const { time, one } = contestant;
    const words = [contestant.id, `${figure.ratio(time.ratio[0])} times the baseline, ${figure.ratioInterval(time.ratio)}`];
    if (MARKS[time.verdict]) words.push(time.verdict);
    if (one?.ratio) words.push(`one object alone ${figure.ratio(one.ratio[0])} times`);
    return words.join(", ");
  };

  const row = (contestant, x, y, place) => {
    const { time, one } = contestant;
    const verdict = time.verdict;
    const beyond = time.ratio[0] < x.low;
    const line = place.wide ? y : y + 9;
    const text = place.wide ? y + 4 : y - 6;
    const share = model.isShare(contestant) ? svg("tspan", { class: "soft", dx: 6 }, "shares, no copy") : null;
    const parts = [
      svg("rect", { class: "hover", x: 0, y: y - place.row / 2, width: place.width, height: place.row }),
      svg("text", { class: `name ${verdict}`, x: place.wide ? 0 : 2, y: text }, contestant.label, share),
    ];
    if (one?.ratio && verdict !== "baseline" && !beyond) {
      const from = x.at(time.ratio[0]);
      const to = x.at(one.ratio[0]);
      parts.push(svg("line", { class: "shift", x1: from, x2: to, y1: line, y2: line }));
      parts.push(svg("circle", { class: "alone", cx: to, cy: line, r: 3.5 }));
    }
    const [at, low, high] = time.ratio.map(x.at);
    if (beyond) {
      parts.push(svg("path", { class: `dot ${verdict}`, d: `M${at - 6},${line}l10,-5v10z` }));
    } else {
      parts.push(svg("line", { class: `interval ${verdict}`, x1: low, x2: high, y1: line, y2: line }), dot(at, line, verdict));
    }
    const value = svg("text", { class: "value", x: place.value, y: text, "text-anchor": place.wide ? "start" : "end" });
    value.append(svg("tspan", { class: "strong" }, `${figure.ratio(time.ratio[0])}×`));
    if (place.wide) value.append(svg("tspan", { class: "soft", dx: 6 }, MARKS[verdict] ?? figure.ratioInterval(time.ratio)));
    else if (MARKS[verdict]) value.append(svg("tspan", { class: "soft", dx: 4 }, MARKS[verdict]));
    parts.push(value);
    if (one?.ratio && verdict !== "baseline") {
      const shown = svg("text", { class: "value", x: place.one, y: text, "text-anchor": "end" });
      shown.append(svg("tspan", {}, `${figure.ratio(one.ratio[0])}×`));
      if (place.wide) shown.append(svg("tspan", { class: "soft", dx: 5 }, figure.signedPercent(change(contestant))));
      parts.push(shown);
    }
    const group = svg("g", { class: "row", tabindex: 0, role: "listitem", "aria-label": describe(contestant) }, parts);
    tooltip.on(group, () => tooltip.contestant(contestant));
    return group;
  };

  const floorRow = (floor, x, y, place) => {
    const at = x.at(floor);
    const line = place.wide ? y : y + 9;
    const text = place.wide ? y + 4 : y - 6;
    const words = `malloc floor, ${figure.ratio(floor)} times the baseline`;
    return svg(
      "g",
      { class: "row floor", role: "listitem", "aria-label": words },
      svg("title", {}, "allocating and freeing the blocks of one object, without copying anything"),
      svg("text", { class: "name", x: place.wide ? 0 : 2, y: text }, "malloc floor"),
      svg("line", { class: "floor-mark", x1: at, x2: at, y1: line - 7, y2: line + 7 }),
      svg("text", { class: "value", x: place.value, y: text, "text-anchor": place.wide ? "start" : "end" }, `${figure.ratio(floor)}×`),
    );
  };

  const block = (subject, operation, rows, x, place) => {
    const top = 36;
    const floor = floorOf(subject, operation);
    const bottom = top + (rows.length + (floor ? 1 : 0)) * place.row;
    const drawing = element.picture("ratios", place.width, bottom + 6, "list", `Ratios, ${model.title(operation)}`);
    const margin = subject.margin;
    const [from, to] = [x.at(1 / (1 + margin)), x.at(1 + margin)];
    drawing.append(
      svg("rect", { class: "band", x: from, y: top, width: Math.max(2, to - from), height: bottom - top }),
      axis(x, place, top, bottom),
      svg("text", { class: "tick", x: place.value, y: 14, "text-anchor": place.wide ? "start" : "end" }, "corpus"),
      svg("text", { class: "tick", x: place.one, y: 14, "text-anchor": "end" }, "one object"),
    );
    rows.forEach((contestant, index) => {
      drawing.append(row(contestant, x, top + (index + 0.5) * place.row, place));
    });
    if (floor) drawing.append(floorRow(floor, x, top + (rows.length + 0.5) * place.row, place));
    return drawing;
  };

  const legend = (subject) =>
    html(
      "p",
      { class: "legend" },
      [["faster", "faster"], ["slower", "slower"], ["tie", "tie"], ["baseline", "baseline"], ["alone", "one object alone"]].map(([kind, words]) =>
        html("span", {}, svg("svg", { width: 14, height: 14, "aria-hidden": "true" }, kind === "alone" ? svg("circle", { class: "alone", cx: 7, cy: 7, r: 3.5 }) : dot(7, 7, kind)), words),
      ),
      html("span", {}, html("i", { class: "band-swatch", "aria-hidden": "true" }), `tie band ± ${figure.percent(subject.margin)}`),
    );

  return {
    draw(canvas, subject, filter) {
      const content = [legend(subject)];
      for (const family of model.families) {
        const all = model.chosen(subject, family.operations, filter).filter((c) => c.time.ratio);
        if (all.length === 0) continue;
        const place = layout(canvas.clientWidth, all);
        const [low, high] = bounds(all, floorOf(subject, family.operations[0]));
        const x = scale.log(low, high, place.left + 8, place.right - 8);
        for (const operation of family.operations) {
          const rows = all.filter((c) => c.op === operation).sort((a, b) => a.time.ratio[0] - b.time.ratio[0]);
          if (rows.length === 0) continue;
          const baseline = model.baseline(subject, operation);
          content.push(
            html("h4", {}, model.title(operation), html("small", {}, ` times ${baseline.id}`)),
            block(subject, operation, rows, x, place),
          );
        }
      }
      if (content.length === 1) content.push(html("p", { class: "empty" }, "No ranked contestant has a ratio here."));
      canvas.replaceChildren(...content);
    },
  };
})();
