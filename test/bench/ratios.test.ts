import { describe, expect, it } from "vitest";
import { halfWidth, intervalOf, judge } from "../../bench/against/ratios.mjs";

describe("intervalOf", () => {
  it("is the geometric mean with Student's t: three ratios, 4.303 standard errors on both sides", () => {
    const { ratio, low, high } = intervalOf([1, 1.1, 1.21]);
    expect(ratio).toBeCloseTo(1.1, 10);
    const error = Math.log(1.1) / Math.sqrt(3);
    expect(low).toBeCloseTo(1.1 * Math.exp(-4.303 * error), 10);
    expect(high).toBeCloseTo(1.1 * Math.exp(4.303 * error), 10);
  });

  it("has no end where there is one ratio", () => {
    expect(intervalOf([1.2])).toEqual({ ratio: 1.2, low: 0, high: Number.POSITIVE_INFINITY });
    expect(halfWidth(intervalOf([1.2]))).toBe(Number.POSITIVE_INFINITY);
  });

  it("becomes narrow with equal ratios", () => {
    expect(halfWidth(intervalOf([1.01, 1.01, 1.01]))).toBeCloseTo(0, 10);
  });
});

describe("judge", () => {
  const row = (name: string, ratio: number, low: number) => ({ name, ratio, low, high: ratio });
  const verdicts = (rows: ReturnType<typeof row>[], allowed = {}) =>
    judge(rows, allowed).map(({ verdict }) => verdict);

  it("refuses above 1.10 and reports above 1.04, as far as the interval proves it", () => {
    const rows = [row("a", 1.11, 1.06), row("b", 1.11, 1.03), row("c", 1.05, 1.01), row("d", 1.05, 0.99)];
    expect(verdicts(rows)).toEqual(["slower: refused", "slower", "slower", ""]);
    expect(verdicts([row("e", 1.03, 1.02)])).toEqual([""]);
  });

  it("accepts a cost whose reason is written down, up to its ratio", () => {
    const allowed = { a: { ratio: 1.2, reason: "checksums" } };
    expect(verdicts([row("a", 1.15, 1.12)], allowed)).toEqual(["slower"]);
    expect(verdicts([row("a", 1.25, 1.22)], allowed)).toEqual(["slower: refused"]);
    expect(judge([row("a", 1.15, 1.12)], allowed)[0]?.reason).toBe("checksums");
  });
});
