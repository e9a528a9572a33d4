/**
 * Geometric mean of ratios, and its 95 % confidence interval by Student's t. One ratio has no interval: `low` is 0 and
 * `high` is infinite.
 */
export function intervalOf(ratios) {
  const logarithms = ratios.map(Math.log);
  const count = logarithms.length;
  const mean = sum(logarithms) / count;
  if (count < 2) return { ratio: Math.exp(mean), low: 0, high: Number.POSITIVE_INFINITY };
  const variance = sum(logarithms.map((value) => (value - mean) ** 2)) / (count - 1);
  const half = quantile(count - 1) * Math.sqrt(variance / count);
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

/** Half of the interval's width in relation to the ratio: 0.02 for ± 2 percent. */
export function halfWidth({ low, high, ratio }) {
  return (high - low) / 2 / ratio;
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Two-sided 95 % quantiles of Student's t for 1, 2, … degrees of freedom. */
const QUANTILES = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179];

function quantile(freedom) {
  return QUANTILES[freedom - 1] ?? 1.96 + 2.5 / freedom;
}

/** From this ratio on a row is reported, and from the second one on the comparison fails. */
export const REPORTED = 1.04;
export const REFUSED = 1.1;

/**
 * The judgement of each row. `allowed`: rows whose cost was accepted, with the greatest ratio and the reason
 * (bench/reference.json). A ratio counts only as far as its interval proves it: below the low end of its interval
 * nothing is certain.
 */
export function judge(rows, allowed = {}) {
  return rows.map((row) => {
    const { ratio: limit = REFUSED, reason } = allowed[row.name] ?? {};
    const isRefused = row.ratio > limit && row.low > REPORTED;
    const isReported = row.ratio > REPORTED && row.low > 1;
    return { ...row, reason, verdict: isRefused ? "slower: refused" : isReported ? "slower" : "" };
  });
}
