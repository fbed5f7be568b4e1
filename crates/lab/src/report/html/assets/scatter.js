// Time against allocated bytes, with the wire size as the bubble and the front of the best.
const scatter = (() => {
  const { html, svg } = element;
  let family = "copy";

  const sizes = (c) => [c.time.ns[0], c.allocation.bytes, c.wire?.median ?? 0];

  // A contestant is beaten when another is no worse in anything and better in something.
  const beaten = (one, others, dimensions) =>
    others.some((other) => {
      const [a, b] = [sizes(one).slice(0, dimensions), sizes(other).slice(0, dimensions)];
      return b.every((value, place) => value <= a[place]) && b.some((value, place) => value < a[place]);
    });

  const heights = (points, top, bottom) => {
    const positive = points.map((c) => c.allocation.bytes).filter((bytes) => bytes > 0);
    const zero = positive.length < points.length;
    const floor = zero ? bottom - 34 : bottom;
    const [low, high] = scale.logBounds(positive.length ? positive : [1, 10], 0.12);
    const log = scale.log(low, high, floor - 6, top + 12);
    const ticks = log.ticks(6).map((bytes) => [bytes, log.at(bytes)]);
    if (zero) ticks.push([0, bottom - 12]);
    return { at: (bytes) => (bytes > 0 ? log.at(bytes) : bottom - 12), ticks };
  };

  const bubble = (contestant, largest) =>
    contestant.wire ? 4 + 15 * Math.sqrt(contestant.wire.median / largest) : 5;

  // Puts names beside their points where nothing is in the way yet; the front first.
  const names = (placed, width) => {
    const taken = placed.map(({ x, y, r }) => [x - r, y - r, x + r, y + r]);
    const clear = (box) => taken.every(([l, t, r, b]) => box[2] < l || box[0] > r || box[3] < t || box[1] > b);
    return placed.flatMap(({ contestant, x, y, r, best }, own) => {
      const words = contestant.label;
      const long = words.length * 6.6;
      const spots = [
        [x + r + 4, y + 4, "start"], [x - r - 4, y + 4, "end"], [x, y - r - 5, "middle"], [x, y + r + 13, "middle"],
        [x + r, y - r - 2, "start"], [x + r, y + r + 10, "start"], [x - r, y - r - 2, "end"], [x - r, y + r + 10, "end"],
      ];
      for (const [tx, ty, anchor] of spots) {
        const left = anchor === "start" ? tx : anchor === "end" ? tx - long : tx - long / 2;
        const box = [left - 1, ty - 10, left + long + 1, ty + 2];
        const mine = taken[own];
        taken[own] = [Infinity, Infinity, -Infinity, -Infinity];
        const free = left > 2 && left + long < width - 2 && clear(box);
        taken[own] = mine;
        if (free) {
          taken.push(box);
          return [svg("text", { class: best ? "label best" : "label", x: tx, y: ty, "text-anchor": anchor }, words)];
        }
      }
      return [];
    });
  };

  const plot = (subject, points, width) => {
    const narrow = width < 560;
    const height = narrow ? 380 : 460;
    const [left, right, top, bottom] = [narrow ? 46 : 64, width - 14, 14, height - 44];
    const [low, high] = scale.logBounds(points.map((c) => c.time.ns[0]), 0.1);
    const x = scale.log(low, high, left + 14, right - 14);
    const y = heights(points, top, bottom);
    const drawing = element.picture("scatter", width, height, "list", "Time, allocated bytes and wire size");
    const grid = svg("g", { "aria-hidden": "true" });
    for (const tick of x.ticks(narrow ? 4 : 8)) {
      grid.append(
        svg("line", { class: "grid", x1: x.at(tick), x2: x.at(tick), y1: top, y2: bottom }),
        svg("text", { class: "tick", x: x.at(tick), y: bottom + 16, "text-anchor": "middle" }, figure.duration(Number(tick.toPrecision(2)))),
      );
    }
    for (const [bytes, at] of y.ticks) {
      grid.append(
        svg("line", { class: "grid", x1: left, x2: right, y1: at, y2: at }),
        svg("text", { class: "tick", x: left - 6, y: at + 4, "text-anchor": "end" }, figure.size(Number(bytes.toPrecision(2)))),
      );
    }
    grid.append(
      svg("text", { class: "axis", x: right, y: height - 6, "text-anchor": "end" }, "time of one operation →"),
      svg("text", { class: "axis", x: left + 6, y: top + 10 }, "↑ allocated bytes"),
    );
    drawing.append(grid);

    const front = points.filter((c) => !beaten(c, points, 2)).sort((a, b) => a.time.ns[0] - b.time.ns[0]);
    const steps = front.map((c, place) => {
      const [px, py] = [x.at(c.time.ns[0]), y.at(c.allocation.bytes)];
      return place === 0 ? `M${px},${top}V${py}` : `H${px}V${py}`;
    });
    drawing.append(svg("path", { class: "front", d: `${steps.join("")}H${right}`, "aria-hidden": "true" }));

    const largest = Math.max(1, ...points.map((c) => c.wire?.median ?? 0));
    const placed = points.map((contestant) => ({
      contestant,
      x: x.at(contestant.time.ns[0]),
      y: y.at(contestant.allocation.bytes),
      r: bubble(contestant, largest),
      best: front.includes(contestant),
      unbeaten: !beaten(contestant, points, 3),
    }));
    // Large bubbles first, so that small ones stay on top.
    for (const { contestant, x: px, y: py, r, best, unbeaten } of [...placed].sort((a, b) => b.r - a.r)) {
      const kind = best ? "best" : unbeaten ? "unbeaten" : "";
      const words = `${contestant.id}, ${figure.duration(contestant.time.ns[0])}, ${figure.size(contestant.allocation.bytes)} allocated${contestant.wire ? `, ${figure.size(contestant.wire.median)} on the wire` : ""}${best ? ", on the front" : ""}`;
      const mark = svg("circle", { class: `bubble ${contestant.op} ${kind}`, cx: px, cy: py, r, tabindex: 0, role: "listitem", "aria-label": words });
      tooltip.on(mark, () => tooltip.contestant(contestant));
      drawing.append(mark);
    }
    placed.sort((a, b) => b.best - a.best || b.unbeaten - a.unbeaten);
    drawing.append(svg("g", { class: "labels", "aria-hidden": "true" }, names(placed, width)));
    return drawing;
  };

  const draw = (canvas, subject, filter) => {
    const counted = (operations) => model.chosen(subject, operations, filter).filter((c) => c.allocation);
    // What shares the original beats every copy in everything, and answers another question.
    const measured = (operations) => counted(operations).filter((c) => !model.isShare(c));
    const families = model.families.filter(({ operations }) => measured(operations).length > 0);
    const current = families.find(({ name }) => name === family) ?? families[0];
    if (!current) {
      canvas.replaceChildren(html("p", { class: "empty" }, "No ranked contestant has its allocations counted here."));
      return;
    }
    const picker = element.choice(
      `scatter-${subject.name}`,
      "Operation",
      families.map(({ name, title }) => [name, title]),
      current.name,
      (name) => {
        family = name;
        draw(canvas, subject, filter);
        canvas.querySelector("input:checked")?.focus();
      },
    );
    const points = measured(current.operations);
    const shares = counted(current.operations).filter(model.isShare);
    canvas.replaceChildren(
      html("div", { class: "controls" }, picker),
      plot(subject, points, canvas.clientWidth),
      html(
        "p",
        { class: "legend" },
        html("span", {}, html("i", { class: "key best", "aria-hidden": "true" }), "best for its time or its bytes"),
        html("span", {}, html("i", { class: "key unbeaten", "aria-hidden": "true" }), "not beaten when the wire counts too"),
        html("span", {}, html("i", { class: "key", "aria-hidden": "true" }), "beaten in everything by another"),
      ),
      shares.length > 0
        ? html("p", { class: "caption" }, `Left out, since they share the original instead of copying it: ${shares.map((c) => `${c.id} (${figure.duration(c.time.ns[0])}, ${figure.size(c.allocation.bytes)})`).join(", ")}.`)
        : "",
    );
  };

  return { draw };
})();
