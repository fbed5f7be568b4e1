// The rule of the advice, without any drawing: from measurements, a call rate and constraints to
// a recommendation, its reasons and what would change it.
const advice = (() => {
  // Shares of a core from which a saving is worth anything, and worth a lot.
  const WARM = 0.005;
  const HOT = 0.05;
  // Allocations and sizes closer than this are no reason to choose.
  const SAME = 0.01;

  const timing = (contestant, objects) => (objects === "one" ? contestant.one : contestant.time);

  // One or two contestants that do the job together, with their figures added up.
  const option = (parts, objects) => {
    const times = parts.map((part) => timing(part, objects));
    if (times.some((time) => !time)) return null;
    const add = (figures) => figures.reduce((sum, value) => sum + value, 0);
    const forks = Math.min(...times.map((time) => time.forks.length));
    const allocations = parts.map((part) => part.allocation);
    const wires = parts.map((part) => part.wire).filter(Boolean);
    return {
      id: parts.map((part) => part.id).join(" + "),
      parts,
      ns: add(times.map((time) => time.ns[0])),
      interval: [add(times.map((time) => time.ns[1])), add(times.map((time) => time.ns[2]))],
      forks: Array.from({ length: forks }, (_, fork) => add(times.map((time) => time.forks[fork]))),
      bytes: allocations.every(Boolean) ? add(allocations.map((allocation) => allocation.bytes)) : null,
      wire: wires.length > 0 ? Math.max(...wires.map((wire) => wire.median)) : null,
      dependencies: [...new Set(parts.map((part) => part.traits.dependency).filter(Boolean))],
      readable: parts.every((part) => part.traits.wire === "text"),
      evolves: parts.every((part) => part.traits.evolves),
      independent: parts.every((part) => part.traits.independent),
      asks: parts.some((part) => part.traits.asks.trim() !== ""),
    };
  };

  // Everything that answers the question: second objects, or ways there and back over the wire.
  const options = (subject, question, objects) => {
    const of = (operation) => subject.ranked.filter((contestant) => contestant.op === operation);
    const sets = of("roundtrip").map((contestant) => [contestant]);
    if (question === "copy") sets.push(...of("copy").map((contestant) => [contestant]));
    else {
      const whole = new Set(of("roundtrip").map((contestant) => contestant.label));
      for (const write of of("encode")) {
        for (const read of of("decode")) {
          const covered = write.label === read.label && whole.has(write.label);
          if (write.name === read.name && !covered) sets.push([write, read]);
        }
      }
    }
    return sets.map((parts) => option(parts, objects)).filter(Boolean);
  };

  // What one takes without thinking: a clone, or serde_json; else what is there.
  const simplest = (candidates, question) => {
    const plain = (candidate, name) => candidate.parts.every((part) => part.name === name && !part.variant);
    const name = question === "copy" ? "clone" : "serde_json";
    return (
      candidates.find((c) => plain(c, name) && c.parts[0].op !== "roundtrip") ??
      candidates.find((c) => plain(c, name)) ??
      [...candidates].sort((a, b) => constraints(a, null) - constraints(b, null) || a.ns - b.ns)[0] ??
      null
    );
  };

  // Paired over the forks where there are enough of them; else from both intervals.
  const ratioOf = (a, b) => {
    const forks = a.forks.length === b.forks.length ? a.forks.map((ns, fork) => ns / b.forks[fork]).sort((x, y) => x - y) : [];
    if (forks.length < 5) return { median: a.ns / b.ns, low: a.interval[0] / b.interval[1], high: a.interval[1] / b.interval[0] };
    // Smallest and largest of 5 to 7, next to these of 8 and more: at least 93 % of coverage.
    const cut = forks.length < 8 ? 0 : Math.floor((forks.length - 5) / 3);
    const middle = forks.length >> 1;
    const median = forks.length % 2 ? forks[middle] : (forks[middle - 1] + forks[middle]) / 2;
    return { median, low: forks[cut], high: forks[forks.length - 1 - cut] };
  };

  // How much a candidate asks beyond being there.
  const constraints = (candidate, settings) => {
    const fresh = candidate.dependencies.filter((name) => !settings?.present.has(name)).length;
    const wired = candidate.wire !== null;
    return fresh + (candidate.asks ? 1 : 0) + (candidate.independent ? 0 : 1) + (wired && !candidate.evolves ? 1 : 0) + (wired && !candidate.readable ? 1 : 0);
  };

  // Why a candidate is out of the question, if it is.
  const obstacle = (candidate, settings) => {
    if (settings.independent && !candidate.independent) return "its result shares with the original";
    if (settings.question === "send") {
      if (settings.structure === "changing" && !candidate.evolves) return "both sides need the same structure";
      if (settings.readable && !candidate.readable) return "its bytes cannot be read by a person";
    }
    const missing = candidate.dependencies.filter((name) => !settings.present.has(name));
    if (!settings.newCrates && missing.length > 0) return `needs ${missing.join(" and ")}`;
    const load = settings.rate * candidate.ns * 1e-9;
    if (load > settings.cores) return `needs ${figure.cores(load)} at this rate`;
    return null;
  };

  const near = (a, b) => a === b || Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b));

  // Of those tied in time: the least allocation, then the smallest wire, then the fewest asks.
  const breakTie = (tied, settings) => {
    const keys = [
      ["allocation", (c) => c.bytes ?? Infinity],
      ["wire size", (c) => c.wire ?? 0],
      ["what it asks", (c) => constraints(c, settings)],
    ];
    let left = tied;
    let reason = null;
    for (const [name, key] of keys) {
      const least = Math.min(...left.map(key));
      const kept = left.filter((candidate) => near(key(candidate), least));
      if (kept.length < left.length) reason ??= name;
      left = kept;
      if (left.length === 1) break;
    }
    return { winner: left.sort((a, b) => a.ns - b.ns)[0], reason };
  };

  const classOf = (cores) => (cores > HOT ? "hot" : cores >= WARM ? "warm" : "cold");

  // The recommendation: `pick`, why, and the figures that carry it.
  const decide = (subject, settings) => {
    const everything = options(subject, settings.question, settings.objects);
    const judged = everything.map((candidate) => ({ candidate, obstacle: obstacle(candidate, settings) }));
    const allowed = judged.filter((entry) => !entry.obstacle).map((entry) => entry.candidate).sort((a, b) => a.ns - b.ns);
    const refused = judged.filter((entry) => entry.obstacle);
    if (allowed.length === 0) return { pick: null, allowed, refused };
    // What cannot keep up is still what a saving is counted against.
    const patient = everything.filter((candidate) => !obstacle(candidate, { ...settings, cores: Infinity }));
    const plain = simplest(patient, settings.question);
    const best = allowed[0];
    const tied = allowed.filter((candidate) => candidate === best || ratioOf(candidate, best).low <= 1 + subject.margin);
    const { winner, reason } = breakTie(tied, settings);
    const saving = plain.ns - winner.ns;
    const cores = settings.rate * saving * 1e-9;
    const differs = winner !== plain;
    const proven = ratioOf(plain, winner).low > 1 + subject.margin;
    const keepsUp = allowed.includes(plain);
    const kind = classOf(differs && proven ? cores : 0);
    const stay = keepsUp && (!differs || kind === "cold");
    return {
      pick: stay ? plain : winner,
      winner,
      plain,
      stay,
      kind,
      tied: tied.length > 1 ? tied : [],
      tieReason: reason,
      proven,
      keepsUp,
      cores,
      bytes: plain.bytes === null || winner.bytes === null ? null : settings.rate * (plain.bytes - winner.bytes),
      breakEven: differs && proven && saving > 0 ? (WARM * 1e9) / saving : Infinity,
      allowed,
      refused,
    };
  };

  // Settings that, changed alone, change the recommendation.
  const flips = (subject, settings) => {
    const now = decide(subject, settings);
    const found = [];
    const attempt = (words, change) => {
      const then = decide(subject, { ...settings, ...change });
      if (then.pick?.id !== now.pick?.id) found.push({ words, pick: then.pick });
    };
    if (Number.isFinite(now.breakEven)) {
      const words = now.stay ? "above" : "below";
      const rate = now.stay ? now.breakEven * 1.02 : now.breakEven * 0.98;
      attempt(`${words} ${figure.rate(now.breakEven)} calls per second`, { rate });
    }
    attempt(settings.objects === "one" ? "over the whole corpus instead of one object" : "if it is the same object again and again", { objects: settings.objects === "one" ? "corpus" : "one" });
    if (settings.question === "send") {
      attempt(settings.structure === "changing" ? "if the structure is stable on both sides" : "if the structure may change", { structure: settings.structure === "changing" ? "stable" : "changing" });
      attempt(settings.readable ? "if the bytes need not be readable" : "if the bytes must stay readable", { readable: !settings.readable });
    }
    attempt(settings.independent ? "if the result may share with the original" : "if the result must be independent", { independent: !settings.independent });
    attempt(settings.newCrates ? "if no new crate may come in" : "if new crates may come in", { newCrates: !settings.newCrates });
    return found;
  };

  return { decide, flips, options, ratioOf, constraints, HOT, WARM };
})();
