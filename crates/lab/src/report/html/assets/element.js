// Makes elements. Content goes in as text, never as markup, and looks come from classes: the
// page's policy allows no style attribute.
const element = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  const furnish = (node, attributes, children) => {
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (value === null || value === undefined || value === false) continue;
      if (typeof value === "function") node.addEventListener(name, value);
      else node.setAttribute(name, value === true ? "" : String(value));
    }
    node.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return node;
  };

  const html = (tag, attributes, ...children) => furnish(document.createElement(tag), attributes, children);

  const svg = (tag, attributes, ...children) => furnish(document.createElementNS(SVG, tag), attributes, children);

  return {
    html,
    svg,

    // A picture drawn in pixels. On paper it is scaled, hence the view box.
    picture: (kind, width, height, role, label) =>
      svg("svg", { class: `plot ${kind}`, width, height, viewBox: `0 0 ${width} ${height}`, role, "aria-label": label }),

    // A choice of one of a few, as radio buttons that look like one control.
    choice(name, legend, options, chosen, onChange) {
      const group = html("fieldset", { class: "choice" }, html("legend", {}, legend));
      const body = html("div", { class: "segments" });
      for (const [value, label] of options) {
        const input = html("input", { type: "radio", name, value, checked: value === chosen });
        input.addEventListener("change", () => onChange(value));
        body.append(html("label", {}, input, html("span", {}, label)));
      }
      group.append(body);
      return group;
    },

    // A list to choose from; groups are [title, [[value, label], …]].
    select(label, groups, chosen, onChange) {
      const control = html("select", {});
      for (const [title, options] of groups) {
        const items = options.map(([value, text]) => html("option", { value, selected: String(value) === String(chosen) }, text));
        if (title) control.append(html("optgroup", { label: title }, items));
        else control.append(...items);
      }
      control.addEventListener("change", () => onChange(control.value));
      return html("label", { class: "field" }, html("span", {}, label), control);
    },

    // Text cut to fit a width of a font of mean character width `unit`.
    fitting(text, width, unit) {
      const room = Math.floor(width / unit);
      if (text.length <= room) return text;
      return room < 3 ? "" : `${text.slice(0, room - 1)}…`;
    },
  };
})();
