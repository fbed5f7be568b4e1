// The results that the page carries, with what every picture needs to know about them.
const model = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const TITLES = { copy: "Copy", encode: "Encode", decode: "Decode", roundtrip: "Round trip" };

  data.subjects.forEach((subject) => {
    subject.contestants.forEach((contestant, place) => {
      contestant.place = place;
      contestant.label = contestant.variant ? `${contestant.name}/${contestant.variant}` : contestant.name;
      contestant.id = `${contestant.op}/${contestant.label}`;
    });
    subject.ranked = subject.contestants.filter((contestant) => contestant.ranked);
  });

  return {
    cores: data.cores,
    frames: data.frames,
    stages: data.stages,
    subjects: data.subjects,
    title: (operation) => TITLES[operation],

    // Copies and round trips give the same thing, a second object, so they stand side by side.
    families: [
      { name: "copy", title: "Copy and round trip", operations: ["copy", "roundtrip"] },
      { name: "encode", title: "Encode", operations: ["encode"] },
      { name: "decode", title: "Decode", operations: ["decode"] },
    ],

    // Ranked contestants of some operations whose identifier holds every word of the filter.
    chosen(subject, operations, filter) {
      const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
      return subject.ranked.filter(
        (contestant) =>
          operations.includes(contestant.op) && words.every((word) => contestant.id.toLowerCase().includes(word)),
      );
    },

    // Whether a contestant hands out the original again instead of copying it.
    isShare: (contestant) => contestant.op === "copy" && !contestant.traits.independent,

    baseline: (subject, operation) => subject.contestants[subject.baselines[operation]] ?? null,

    // Contestants in groups for a list to choose from.
    groups: (contestants) =>
      Object.keys(TITLES)
        .map((operation) => [
          TITLES[operation],
          contestants.filter((c) => c.op === operation).map((c) => [c.place, c.label]),
        ])
        .filter(([, options]) => options.length > 0),
  };
})();
