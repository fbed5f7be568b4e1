// Draws a tree of stacks: callers above, callees below, as wide as their share.
const flame = (() => {
  const { svg } = element;
  const ROW = 20;
  const UNIT = 6.9;

  // Nodes with their places: the callers of the zoomed node over the full width, then its subtree.
  const places = (zoom, width) => {
    const placed = [];
    const callers = [];
    for (let node = zoom.parent; node; node = node.parent) callers.unshift(node);
    callers.forEach((node) => placed.push({ node, x: 0, width, caller: true }));
    const walk = (node, x, room) => {
      placed.push({ node, x, width: room, caller: false });
      let from = x;
      for (const child of node.children) {
        const own = node.total === 0 ? 0 : (child.total / node.total) * room;
        // What is thinner than a hair is not drawn.
        if (own >= 0.6) walk(child, from, own);
        from += own;
      }
    };
    walk(zoom, 0, width);
    return placed;
  };

  // How red or blue: by the difference, against the larger of the two wholes.
  const tint = (node, whole) => {
    const change = node.value - node.other;
    const strength = Math.min(1, (Math.abs(change) / whole) * 3) ** 0.6;
    return { kind: change > 0 ? "more" : "less", strength };
  };

  const describe = (node, unit) => {
    const rows = [
      [unit.term, `${unit.show(node.value)} of ${unit.show(unit.whole)}`],
      ["share", figure.percent(node.share)],
      node.children.length > 0 && node.selfValue > 0 && ["of this, itself", unit.show(node.selfValue)],
      node.stage && ["stage", node.own ? node.stage : `${node.stage}, from its caller`],
    ];
    if (node.other !== null) {
      const change = node.value - node.other;
      rows.push([`in ${unit.against}`, unit.show(node.other)]);
      rows.push(["difference", `${change < 0 ? "−" : "+"}${unit.show(Math.abs(change))}`]);
    }
    return rows;
  };

  const label = (node, unit) => {
    const words = `${node.name}, ${unit.show(node.value)}, ${figure.percent(node.share)}`;
    return node.other === null ? words : `${words}, ${unit.show(node.other)} in ${unit.against}`;
  };

  const neighbour = (key, node, drawn) => {
    const siblings = node.parent?.children.filter((child) => drawn.has(child)) ?? [];
    const place = siblings.indexOf(node);
    switch (key) {
      case "ArrowUp": return node.parent;
      case "ArrowDown": return node.children.find((child) => drawn.has(child));
      case "ArrowLeft": return siblings[place - 1];
      case "ArrowRight": return siblings[place + 1];
      default: return null;
    }
  };

  return {
    // `unit` says how values read: `term`, `show(value)`, `whole`, and `against` for differences.
    draw(width, { zoom, unit, searching, onZoom, onReset }) {
      const placed = places(zoom, width);
      const deepest = Math.max(...placed.map(({ node }) => node.depth));
      const height = (deepest + 1) * ROW + 2;
      const drawing = element.picture(`flame ${searching ? "searching" : ""}`, width, height, "tree", "Flame graph; arrow keys move, Enter zooms, Escape resets");
      const drawn = new Map();
      const whole = Math.max(unit.whole, unit.otherWhole ?? 0) || 1;
      for (const { node, x, width: room, caller } of placed) {
        const y = node.depth * ROW;
        const stage = node.stage ? palette.classOf(node.stage) : "unstaged";
        const different = node.other !== null;
        const looks = ["frame", caller && "caller", node.hit && "hit", !different && !node.own && "inherited"].filter(Boolean).join(" ");
        const group = svg("g", { class: looks, role: "treeitem", tabindex: node === zoom ? 0 : -1, "aria-level": node.depth + 1, "aria-label": label(node, unit), "data-name": node.name });
        const box = { x, y, width: Math.max(0.5, room - 0.7), height: ROW - 1.5, rx: 1.5 };
        if (different) {
          const { kind, strength } = tint(node, whole);
          group.append(svg("rect", { class: "blank", ...box }), svg("rect", { class: kind, "fill-opacity": strength.toFixed(3), ...box }));
        } else {
          group.append(svg("rect", { class: node.parent ? stage : "unstaged", ...box }));
        }
        const words = element.fitting(node.name, room - 6, UNIT);
        if (words) group.append(svg("text", { x: x + 4, y: y + 13.5 }, words));
        group.addEventListener("click", () => onZoom(node));
        tooltip.on(group, () => tooltip.lines(node.name, describe(node, unit)));
        drawn.set(node, group);
        drawing.append(group);
      }
      drawing.addEventListener("keydown", (event) => {
        const current = [...drawn].find(([, group]) => group === document.activeElement)?.[0];
        if (!current) return;
        if (event.key === "Enter" || event.key === " ") onZoom(current);
        else if (event.key === "Escape") onReset();
        else {
          const next = drawn.get(neighbour(event.key, current, drawn));
          if (!next) return;
          drawn.get(current).setAttribute("tabindex", "-1");
          next.setAttribute("tabindex", "0");
          next.focus();
        }
        event.preventDefault();
      });
      return drawing;
    },
  };
})();
