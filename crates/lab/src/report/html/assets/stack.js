// Trees of stacks: built from the page's rows of numbers, searched, and matched with each other.
const stack = (() => {
  // `flat` holds frame, distance to the parent and own weight of each node; `value` is what the
  // whole tree stands for in one operation: nanoseconds or bytes.
  const build = (flat, value) => {
    const root = { name: "all", stage: null, own: true, self: 0, total: 0, children: [], parent: null, depth: 0 };
    const nodes = [];
    for (let at = 0; at < flat.length; at += 3) {
      const place = at / 3;
      const parent = flat[at + 1] === 0 ? root : nodes[place - flat[at + 1]];
      const [name, stageAt] = model.frames[flat[at]] ?? ["unknown", -1];
      let node = parent.children.find((child) => child.name === name);
      if (!node) {
        // A frame without a stage of its own belongs to that of its nearest caller with one.
        const own = stageAt >= 0;
        const stage = own ? model.stages[stageAt] : parent.stage;
        node = { name, stage, own, self: 0, total: 0, children: [], parent, depth: parent.depth + 1 };
        parent.children.push(node);
      }
      node.self += flat[at + 2];
      nodes[place] = node;
    }
    const add = (node) => {
      node.total = node.children.reduce((total, child) => total + add(child), node.self);
      node.children.sort((a, b) => b.total - a.total);
      return node.total;
    };
    add(root);
    const factor = value === null || root.total === 0 ? 1 : value / root.total;
    each(root, (node) => {
      node.share = root.total === 0 ? 0 : node.total / root.total;
      node.value = node.total * factor;
      node.selfValue = node.self * factor;
      node.other = null;
    });
    return root;
  };

  const each = (node, visit) => {
    visit(node);
    for (const child of node.children) each(child, visit);
  };

  return {
    build,
    each,

    // Gives every node of a tree the value that the same path has in the other tree.
    match(tree, other) {
      const walk = (node, twin) => {
        node.other = twin?.value ?? 0;
        for (const child of node.children) walk(child, twin?.children.find(({ name }) => name === child.name) ?? null);
      };
      walk(tree, other);
    },

    // Functions by how much their own value differs, wherever they are called from.
    changes(tree, other, most) {
      const sums = new Map();
      const collect = (root, sign) =>
        each(root, ({ name, selfValue, stage }) => {
          const entry = sums.get(name) ?? { name, stage, here: 0, there: 0 };
          entry[sign] += selfValue;
          sums.set(name, entry);
        });
      collect(tree, "here");
      collect(other, "there");
      return [...sums.values()]
        .filter(({ here, there }) => here !== there)
        .sort((a, b) => Math.abs(b.here - b.there) - Math.abs(a.here - a.there))
        .slice(0, most);
    },

    // Marks the nodes whose name holds the text; gives the share of the outermost of them.
    search(root, text) {
      const wanted = text.trim().toLowerCase();
      let share = 0;
      let frames = 0;
      const walk = (node, within) => {
        node.hit = wanted !== "" && node.parent !== null && node.name.toLowerCase().includes(wanted);
        if (node.hit) {
          frames += 1;
          if (!within) share += node.share;
        }
        for (const child of node.children) walk(child, within || node.hit);
      };
      walk(root, false);
      return { share, frames };
    },

    // The node that a list of names leads to, as far as it leads.
    follow(root, path) {
      let node = root;
      for (const name of path) {
        const next = node.children.find((child) => child.name === name);
        if (!next) break;
        node = next;
      }
      return node;
    },

    path(node) {
      const names = [];
      for (let at = node; at.parent; at = at.parent) names.unshift(at.name);
      return names;
    },
  };
})();
