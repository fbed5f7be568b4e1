// The rule of the advice, without any drawing: from measurements, a call rate and constraints to
// a recommendation, its reasons and what would change it. It is the rule of `apograph advise`,
// with what a page can add: a number of cores that must suffice, and whether crates may come in.
const advice = (() => {
  // The part of a core below which a difference is not worth a constraint, and above which an
  // operation is hot.
  const WORTH = 0.005;
  const HOT = 0.05;
  // Allocations and sizes that differ by less are equal for breaking a tie.
  const ALIKE = 0.01;

  const timing = (contestant, objects) => (objects === "one" ? contestant.one : contestant.time);

  // One or two contestants that do the job together, with their figures added up.
  const option = (parts, objects) => {
    const times = parts.map((part) => timing(part, objects));
    if (times.some((time) => !time)) return null;
    const add = (figures) => figures.reduce((sum, value) => sum + value, 0);
    const forks = Math.min(...times.map((time) => time.forks.length));
    const allocations = parts.map((part) => part.allocation);
    const wires = parts.map((part) => part.wire).filter(Boolean);
    const distinct = (figures) => [...new Set(figures)].filter(Boolean);
    const traits = parts.map((part) => part.traits);
    return {
      id: parts.map((part) => part.id).join(" + "),
      parts,
      ns: add(times.map((time) => time.ns[0])),
      interval: [add(times.map((time) => time.ns[1])), add(times.map((time) => time.ns[2]))],
      forks: Array.from({ length: forks }, (_, fork) => add(times.map((time) => time.forks[fork]))),
      bytes: allocations.every(Boolean) ? add(allocations.map((allocation) => allocation.bytes)) : null,
      wire: wires.length > 0 ? Math.max(...wires.map((wire) => wire.median)) : null,
      dependencies: distinct(traits.map(({ dependency }) => dependency)),
      text: traits.every(({ wire }) => wire === "text"),
      binary: traits.some(({ wire }) => wire === "binary"),
      evolves: traits.every(({ evolves }) => evolves),
      independent: traits.every(({ independent }) => independent),
      asks: distinct(traits.map(({ asks }) => asks)),
      loses: distinct(traits.map(({ loses }) => loses)),
    };
  };

  // Everything that answers the question: second objects, or ways over the wire and back. Where
  // a name has no round trip of its own, its writing and reading stand for one.
  const options = (subject, { question, objects }) => {
    const of = (operation) => subject.ranked.filter((contestant) => contestant.op === operation);
    const trips = of("roundtrip");
    if (question === "copy") {
      const members = subject.ranked.filter(({ op }) => op === "copy" || op === "roundtrip");
      return members.map((contestant) => option([contestant], objects)).filter(Boolean);
    }
    const whole = new Set(trips.map(({ name }) => name));
    const sets = trips.filter((contestant) => contestant.traits.wire !== "none").map((contestant) => [contestant]);
    for (const write of of("encode")) {
      for (const read of of("decode")) {
        if (write.name === read.name && !whole.has(write.name)) sets.push([write, read]);
      }
    }
    return sets.map((parts) => option(parts, objects)).filter(Boolean);
  };

  // What one takes without thinking: a clone, or serde_json; else what comes first.
  const baseline = (candidates, question) => {
    const id = question === "copy" ? "copy/clone" : "roundtrip/serde_json";
    return candidates.find((candidate) => candidate.id === id) ?? candidates[0] ?? null;
  };

  // Paired over the forks where there are enough of them; else from both intervals.
  const ratioOf = (a, b) => {
    const paired = a.forks.length === b.forks.length && a.forks.length >= 5;
    if (!paired) return { low: a.interval[0] / b.interval[1], high: a.interval[1] / b.interval[0] };
    const forks = a.forks.map((ns, fork) => ns / b.forks[fork]).sort((x, y) => x - y);
    // Smallest and largest of 5 to 7, the next ones of more: at least 93 % of coverage.
    const cut = forks.length < 8 ? 0 : Math.floor((forks.length - 5) / 3);
    return { low: forks[cut], high: forks[forks.length - 1 - cut] };
  };

  // What comes with a candidate, in words.
  const constraints = (candidate, settings) => [
    ...candidate.dependencies.filter((name) => !settings.present.has(name)).map((name) => `a dependency on ${name}`),
    ...(candidate.independent ? [] : ["a result that shares with the original"]),
    ...candidate.asks.map((words) => `it asks for ${words}`),
    ...candidate.loses.map((words) => `it loses ${words}`),
    ...(settings.question === "send" && !candidate.evolves ? ["the same fields on both sides"] : []),
    ...(settings.question === "send" && candidate.binary ? ["bytes that only a program can read"] : []),
  ];

  // Why a candidate is out of the question, if it is.
  const obstacle = (candidate, settings) => {
    if (settings.independent && !candidate.independent) return "shares its result with the original";
    if (settings.question === "send") {
      if (settings.structure === "changing" && !candidate.evolves) return "needs the same fields on both sides";
      if (settings.readable && !candidate.text) return "writes bytes that only a program can read";
    }
    const missing = candidate.dependencies.filter((name) => !settings.present.has(name));
    if (!settings.newCrates && missing.length > 0) return `needs ${missing.join(" and ")}`;
    const load = coresOf(candidate, settings);
    if (load > settings.cores) return `cannot keep up: at this rate it needs ${figure.cores(load)}`;
    return null;
  };

  const coresOf = (candidate, { rate }) => rate * candidate.ns * 1e-9;

  // Of those equally fast: the least allocation, then the fewest bytes, then the fewest
  // constraints; else the smaller median.
  const breakTie = (tied, settings) => {
    const criteria = [
      ["it allocates the least", (c) => c.bytes ?? Infinity],
      ["it writes the fewest bytes", (c) => c.wire ?? 0],
      ["it asks for the least", (c) => constraints(c, settings).length],
    ];
    let left = tied;
    let reason = null;
    for (const [words, weight] of criteria) {
      const least = Math.min(...left.map(weight));
      const kept = left.filter((candidate) => weight(candidate) <= least * (1 + ALIKE));
      if (kept.length < left.length) reason = words;
      left = kept;
    }
    if (left.length > 1) reason = "nothing else separates them";
    return { best: left.reduce((a, b) => (b.ns < a.ns ? b : a)), reason };
  };

  const simplest = (candidates, settings) =>
    [...candidates].sort((a, b) => constraints(a, settings).length - constraints(b, settings).length || a.ns - b.ns)[0];

  const classOf = (cores) => (cores > HOT ? "hot" : cores >= WORTH ? "warm" : "cold");

  // The recommendation: `choice`, and the figures that carry it.
  const decide = (subject, settings) => {
    const everything = options(subject, settings);
    const judged = everything.map((candidate) => ({ candidate, obstacle: obstacle(candidate, settings) }));
    const eligible = judged.filter((entry) => !entry.obstacle).map((entry) => entry.candidate).sort((a, b) => a.ns - b.ns);
    const refused = judged.filter((entry) => entry.obstacle);
    if (eligible.length === 0) return { choice: null, eligible, refused };
    const plain = baseline(everything, settings.question);
    const fastest = eligible[0];
    const tied = eligible.filter((other) => other === fastest || ratioOf(other, fastest).low <= 1 + subject.margin);
    const { best, reason } = breakTie(tied, settings);
    const plainIsEligible = eligible.includes(plain);
    const plainest = plainIsEligible ? plain : simplest(eligible, settings);
    const choice = coresOf(plainest, settings) - coresOf(best, settings) < WORTH ? plainest : best;
    const faster = plain.ns - best.ns;
    return {
      choice,
      best,
      plain,
      plainIsEligible,
      // Why the usual way is out, if it is.
      plainObstacle: judged.find(({ candidate }) => candidate === plain).obstacle,
      kind: classOf(coresOf(plainIsEligible ? plain : choice, settings)),
      tied: tied.includes(choice) ? tied : [],
      reason: choice === best ? reason : null,
      cores: coresOf(plain, settings) - coresOf(choice, settings),
      bytes: plain.bytes === null || choice.bytes === null ? null : settings.rate * (plain.bytes - choice.bytes),
      breakEven: faster > 0 ? (WORTH * 1e9) / faster : Infinity,
      eligible,
      refused,
    };
  };

  // Changes of the settings, each by itself, after which the choice is another.
  const flips = (subject, settings) => {
    const now = decide(subject, settings);
    if (!now.choice) return [];
    const found = [];
    if (Number.isFinite(now.breakEven) && now.plainIsEligible && now.plain !== now.best) {
      const [word, choice] = settings.rate < now.breakEven ? ["above", now.best] : ["below", now.plain];
      if (choice !== now.choice) found.push({ words: `${word} ${figure.rate(now.breakEven)} calls per second`, choice });
    }
    const attempt = (words, change) => {
      const then = decide(subject, { ...settings, ...change });
      if (then.choice && then.choice.id !== now.choice.id) found.push({ words, choice: then.choice });
    };
    const { objects, independent, question, readable, structure, newCrates } = settings;
    if (objects === "corpus") attempt("if it were always the same object", { objects: "one" });
    else attempt("if the objects were many and distinct", { objects: "corpus" });
    attempt(independent ? "if the result may share with the original" : "if the result must be independent", { independent: !independent });
    if (question === "send") {
      attempt(readable ? "if the bytes need not be readable" : "if a person must be able to read the bytes", { readable: !readable });
      if (structure === "stable") attempt("if writer and reader may differ in their fields", { structure: "changing" });
      else attempt("if both sides always have the same fields", { structure: "stable" });
    }
    attempt(newCrates ? "if no new crate may come in" : "if new crates may come in", { newCrates: !newCrates });
    return found;
  };

  return { decide, flips, constraints, coresOf };
})();
