// Sorting and filtering of the table that the page already holds, and the strip of forks.
const table = (() => {
  const { html, svg } = element;

  const value = (row, column) => {
    const cell = row.cells[column];
    if (!cell) return null;
    if (column === 0) return cell.textContent.toLowerCase();
    return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
  };

  // Rows without a value stay last in either direction.
  const compare = (column, direction) => (a, b) => {
    const [left, right] = [value(a, column), value(b, column)];
    if (left === null || right === null) return (left === null) - (right === null);
    return (left < right ? -1 : left > right ? 1 : 0) * direction;
  };

  const sort = (node, column, direction) => {
    for (const body of node.tBodies) {
      const rows = [...body.rows].filter((row) => row.dataset.place !== undefined);
      rows.sort(compare(column, direction));
      const floor = [...body.rows].filter((row) => row.classList.contains("floor"));
      body.append(...rows, ...floor);
    }
    [...node.tHead.rows[0].cells].forEach((cell, place) => {
      if (place === column) cell.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      else cell.removeAttribute("aria-sort");
    });
  };

  const makeSortable = (node) => {
    [...node.tHead.rows[0].cells].forEach((cell) => {
      if (!cell.dataset.sort) return;
      const button = html("button", { type: "button", class: "sort" });
      button.append(...cell.childNodes);
      button.addEventListener("click", () => {
        const ascending = cell.getAttribute("aria-sort") !== "ascending";
        sort(node, cell.cellIndex, ascending ? 1 : -1);
      });
      cell.append(button);
    });
  };

  // The medians of the forks around their own middle: how much the layout of a process matters.
  const strip = (contestant, reach) => {
    const width = 92;
    const middle = contestant.time.ns[0];
    const shares = contestant.time.forks.map((ns) => ns / middle - 1);
    const at = (share) => width / 2 + (Math.max(-1, Math.min(1, share / reach)) * (width - 8)) / 2;
    const words = `forks within ${figure.percent(Math.max(...shares.map(Math.abs)))} of the median`;
    return svg(
      "svg",
      { class: "strip", width, height: 16, role: "img", "aria-label": words },
      svg("line", { class: "grid", x1: 0, x2: width, y1: 8, y2: 8 }),
      svg("line", { class: "unit", x1: width / 2, x2: width / 2, y1: 2, y2: 14 }),
      shares.map((share) => svg("circle", { class: Math.abs(share) > reach ? "fork beyond" : "fork", cx: at(share), cy: 8, r: 3 })),
      svg("title", {}, words),
    );
  };

  const addForks = (node, subject) => {
    const shares = subject.ranked
      .flatMap((c) => c.time.forks.map((ns) => Math.abs(ns / c.time.ns[0] - 1)))
      .sort((a, b) => a - b);
    if (shares.length === 0) return;
    const reach = Math.min(0.2, Math.max(0.02, shares[Math.floor(shares.length * 0.97)] ?? 0.02));
    const head = html("th", { scope: "col", class: "forks", title: "medians of the forks around their own median" }, "forks ", html("small", {}, `± ${figure.percent(reach)}`));
    // Beside the time and the ratio, whose intervals they explain.
    const place = Math.min(3, node.tHead.rows[0].cells.length);
    const insert = (row, cell) => row.insertBefore(cell, row.cells[place] ?? null);
    insert(node.tHead.rows[0], head);
    for (const row of node.querySelectorAll("tbody tr")) {
      if (row.classList.contains("group")) {
        row.cells[0].colSpan += 1;
        continue;
      }
      const contestant = subject.contestants[row.dataset.place];
      insert(row, html("td", {}, contestant?.time.forks.length > 1 ? strip(contestant, reach) : null));
    }
  };

  return {
    // Readies the table of a subject once.
    ready(article, subject) {
      const node = article.querySelector("table.figures");
      makeSortable(node);
      addForks(node, subject);
    },

    filter(article, subject, filter) {
      const operations = ["copy", "encode", "decode", "roundtrip"];
      const shown = new Set(model.chosen(subject, operations, filter).map((c) => String(c.place)));
      for (const body of article.querySelectorAll("table.figures tbody")) {
        let any = false;
        for (const row of body.rows) {
          if (row.dataset.place === undefined) continue;
          row.hidden = !shown.has(row.dataset.place);
          any ||= !row.hidden;
        }
        body.hidden = !any;
      }
      const ids = new Set(model.chosen(subject, operations, filter).map((c) => c.id));
      for (const row of article.querySelectorAll(".threads tbody tr")) row.hidden = !ids.has(row.dataset.id);
    },
  };
})();
