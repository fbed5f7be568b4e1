// One colour for each stage, everywhere on the page. The usual stages have colours of their own,
// in families: text in teal, numbers in amber, memory in red, structure in grey and violet.
const palette = (() => {
  const KNOWN = [
    "traverse", "string parse", "string escape", "number parse", "number format", "field dispatch",
    "map insert", "allocate", "free", "memcpy", "hash", "clone",
  ];
  const SPARE = 7;
  const plain = (stage) => stage.toLowerCase().replace(/[^a-z]+/g, " ").trim();

  const classes = new Map([["other", "stage-other"]]);
  let spare = 0;
  const classOf = (stage) => {
    const known = classes.get(stage);
    if (known) return known;
    const name = plain(stage);
    const place = KNOWN.findIndex((word) => name === word || name.startsWith(`${word} `));
    const taken = place >= 0 && [...classes.values()].includes(`stage-${place}`);
    const made = place >= 0 && !taken ? `stage-${place}` : `stage-spare-${spare++ % SPARE}`;
    classes.set(stage, made);
    return made;
  };
  model.stages.forEach(classOf);

  return {
    classOf,
    swatch: (stage) => element.html("i", { class: `swatch ${classOf(stage)}`, "aria-hidden": "true" }),
  };
})();
