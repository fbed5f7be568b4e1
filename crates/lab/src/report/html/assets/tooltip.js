// The one tooltip of the page. It shows on hover, on focus and on tap, and never takes the focus.
const tooltip = (() => {
  const box = document.querySelector(".tooltip");
  let owner = null;

  const place = (x, y) => {
    const margin = 12;
    const { offsetWidth: width, offsetHeight: height } = box;
    let left = x + margin;
    if (left + width > window.innerWidth - margin) left = Math.max(margin, x - width - margin);
    if (left + width > window.innerWidth - margin) left = Math.max(4, window.innerWidth - width - 4);
    let top = y + margin;
    if (top + height > window.innerHeight - margin) top = Math.max(margin, y - height - margin);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  };

  const hide = () => {
    owner = null;
    box.hidden = true;
  };

  const show = (node, content, x, y) => {
    if (owner !== node) {
      owner = node;
      box.replaceChildren(...content());
    }
    box.hidden = false;
    place(x, y);
  };

  addEventListener("scroll", hide, { passive: true });
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
  // A tap elsewhere closes it.
  addEventListener("pointerdown", (event) => event.target instanceof Element && !event.target.closest("svg") && hide());

  return {
    hide,

    // Shows `content()` (a list of nodes) for a node.
    on(node, content) {
      node.addEventListener("pointermove", (event) => show(node, content, event.clientX, event.clientY));
      // A finger does not hover.
      node.addEventListener("pointerup", (event) => event.pointerType !== "mouse" && show(node, content, event.clientX, event.clientY));
      node.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hide());
      node.addEventListener("focus", () => {
        if (!node.matches(":focus-visible")) return;
        const { left, bottom } = node.getBoundingClientRect();
        show(node, content, left, bottom);
      });
      node.addEventListener("blur", hide);
    },

    // A title and lines of term and figure.
    lines: (title, rows) => [
      element.html("strong", {}, title),
      element.html(
        "dl",
        {},
        rows.filter(Boolean).flatMap(([term, value]) => [element.html("dt", {}, term), element.html("dd", {}, value)]),
      ),
    ],

    // What there is to say about a contestant anywhere.
    contestant(contestant) {
      const { time, one, allocation, wire } = contestant;
      return this.lines(contestant.id, [
        ["corpus", `${figure.duration(time.ns[0])} (${figure.duration(time.ns[1])} – ${figure.duration(time.ns[2])})`],
        time.ratio && ["ratio", time.verdict === "baseline" ? "the baseline" : `${figure.ratio(time.ratio[0])}× (${figure.ratioInterval(time.ratio)})${time.verdict === "tie" ? ", a tie" : ""}`],
        one && ["one object", `${figure.duration(one.ns[0])}${one.ratio ? `, ${figure.ratio(one.ratio[0])}×` : ""}`],
        allocation && ["allocates", `${figure.count(allocation.allocations)} blocks, ${figure.size(allocation.bytes)}`],
        wire && ["wire", `${figure.size(wire.median)} (${figure.size(wire.min)} – ${figure.size(wire.max)})`],
      ]);
    },
  };
})();
