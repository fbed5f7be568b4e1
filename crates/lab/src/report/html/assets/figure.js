// Figures as text, as in the parts of the page that are written without scripts.
const figure = (() => {
  // A figure and its unit stay on one line.
  const SPACE = "\u00a0";

  const digits = (value) => {
    const size = Math.abs(value);
    if (size >= 99.95) return 0;
    if (size >= 9.995) return 1;
    return 2;
  };

  const grouped = (value, decimals = 0) =>
    value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

  const scaled = (value, units) => {
    if (!Number.isFinite(value)) return "–";
    let unit = 0;
    while (Math.abs(value) >= 999.5 && unit + 1 < units.length) {
      value /= 1000;
      unit += 1;
    }
    const whole = unit === 0 && Number.isInteger(value);
    return `${value.toFixed(whole ? 0 : digits(value))}${SPACE}${units[unit]}`;
  };

  const ratioDecimals = (value) => (Math.abs(value) < 0.0995 ? 3 : digits(value));

  return {
    duration: (ns) => scaled(ns, ["ns", "µs", "ms", "s"]),
    size: (bytes) => scaled(bytes, ["B", "kB", "MB", "GB", "TB"]),
    count: (value) => (Math.abs(value - Math.round(value)) < 0.005 ? grouped(Math.round(value)) : grouped(value, digits(value))),
    ratio: (value) => value.toFixed(ratioDecimals(value)),
    ratioInterval: ([median, low, high]) =>
      `${low.toFixed(ratioDecimals(median))}–${high.toFixed(ratioDecimals(median))}`,
    percent: (share) => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)}${SPACE}%`,
    signedPercent: (share) =>
      `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(Math.abs(share) < 0.0995 ? 1 : 0)}${SPACE}%`,
    // A rate in whole figures: 12, 340, 5,000, 1.2 million.
    rate(perSecond) {
      if (!Number.isFinite(perSecond)) return "∞";
      if (perSecond >= 999_500) return `${(perSecond / 1e6).toFixed(perSecond >= 9.95e6 ? 0 : 1)} million`;
      if (perSecond < 10) return perSecond.toFixed(1);
      const step = 10 ** (Math.floor(Math.log10(perSecond)) - 1);
      return grouped(Math.round(perSecond / step) * step);
    },
    // Busy cores in a column of such: 0.0035, 0.40, 12.
    busy(cores) {
      if (cores < 0.00005) return "< 0.0001";
      const decimals = Math.max(0, Math.min(4, 1 - Math.floor(Math.log10(cores))));
      return grouped(cores, decimals);
    },
    // Processor time as cores: 1.5 cores, 12 % of a core.
    cores(cores) {
      const size = Math.abs(cores);
      if (size >= 0.995) return `${cores.toFixed(size >= 9.95 ? 0 : 1)} cores`;
      const share = cores * 100;
      return `${share.toFixed(size >= 0.0995 ? 0 : size >= 0.00995 ? 1 : size >= 0.000995 ? 2 : 3)}${SPACE}% of a core`;
    },
  };
})();
