// Scales from a quantity to pixels, with ticks.
const scale = (() => {
  // Ticks of a logarithmic scale: 1, 2, 5 of each decade while these are few, else the decades.
  const logTicks = (low, high, most) => {
    const within = (values) => values.filter((value) => value >= low * 0.999 && value <= high * 1.001);
    const decades = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
      decades.push(10 ** power);
    }
    for (const steps of [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]]) {
      const ticks = within(decades.flatMap((decade) => steps.map((step) => step * decade)));
      if (ticks.length <= most) return ticks;
    }
    const every = Math.ceil(decades.length / most);
    return within(decades.filter((_, place) => place % every === 0));
  };

  return {
    log(low, high, from, to) {
      const [a, b] = [Math.log(low), Math.log(high)];
      const span = b - a || 1;
      const at = (value) => from + ((Math.log(Math.min(Math.max(value, low), high)) - a) / span) * (to - from);
      return { at, low, high, ticks: (most) => logTicks(low, high, most) };
    },

    // Bounds around some values, with room on both sides.
    logBounds(values, room = 0.06) {
      const logs = values.filter((value) => value > 0 && Number.isFinite(value)).map(Math.log);
      if (logs.length === 0) return [0.5, 2];
      const [low, high] = [Math.min(...logs), Math.max(...logs)];
      const pad = Math.max((high - low) * room, 0.05);
      return [Math.exp(low - pad), Math.exp(high + pad)];
    },

    linear: (high, from, to) => (value) => from + (value / (high || 1)) * (to - from),

    // Round steps of a linear scale from zero.
    linearTicks(high, most) {
      if (!(high > 0)) return [0];
      const raw = high / most;
      const power = 10 ** Math.floor(Math.log10(raw));
      const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw);
      return Array.from({ length: Math.floor(high / step + 1e-9) + 1 }, (_, place) => place * step);
    },
  };
})();
