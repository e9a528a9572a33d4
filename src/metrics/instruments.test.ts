import { expect, test } from "vitest";
import { heapUsed } from "../../test/parts/collect-garbage.ts";
import { Exposition } from "./exposition.ts";
import { createCounter, createGauge, createHistogram, createSummary } from "./instruments.ts";

const named = (exposition: Exposition, name: string) => ({ exposition, name, help: "h" });

test("createCounter() adds up under each combination of labels", () => {
  const exposition = new Exposition();
  const count = createCounter(named(exposition, "a_total"));
  count({ x: "1" }, 1);
  count({ x: "1" }, 2);
  count({ x: "2" }, 1);
  expect(exposition.text()).toBe(
    '# HELP a_total h\n# TYPE a_total counter\na_total{x="1"} 3\na_total{x="2"} 1\n',
  );
});

test("createGauge() goes down, too", () => {
  const exposition = new Exposition();
  const change = createGauge(named(exposition, "g"));
  change({}, 1);
  change({}, -1);
  expect(exposition.text()).toContain("g 0\n");
});

test("createHistogram() counts a value under every bound that it does not pass", () => {
  const exposition = new Exposition();
  const observe = createHistogram(named(exposition, "s"), [0.1, 1]);
  for (const value of [0.1, 0.5, 3]) observe({ x: "1" }, value);
  expect(exposition.text().split("\n").slice(2)).toEqual([
    's_bucket{x="1",le="0.1"} 1',
    's_bucket{x="1",le="1"} 2',
    's_bucket{x="1",le="+Inf"} 3',
    's_sum{x="1"} 3.6',
    's_count{x="1"} 3',
    "",
  ]);
});

test("very small and very large numbers have Go's exponents, in bounds and values", () => {
  const exposition = new Exposition();
  const observe = createHistogram(named(exposition, "s"), [5e-7, 100_000, 1_000_000]);
  observe({}, 1_500_000);
  expect(exposition.text().split("\n").slice(2)).toEqual([
    's_bucket{le="5e-07"} 0',
    's_bucket{le="100000"} 0',
    's_bucket{le="1e+06"} 0',
    's_bucket{le="+Inf"} 1',
    "s_sum 1.5e+06",
    "s_count 1",
    "",
  ]);
});

test("createSummary() tells quantiles to two percent", () => {
  const exposition = new Exposition();
  const observe = createSummary(named(exposition, "q"), {
    quantiles: [0.5, 0.99],
    windows: 2,
    windowMs: 1000,
  });
  for (let i = 1; i <= 1000; i++) observe({}, i / 1000);
  const values = [...exposition.text().matchAll(/quantile="[\d.]+"} ([\d.]+)/g)].map((m) => Number(m[1]));
  expect(values[0]).toBeGreaterThan(0.49);
  expect(values[0]).toBeLessThan(0.51);
  expect(values[1]).toBeGreaterThan(0.97);
  expect(values[1]).toBeLessThan(1.01);
});

test("an instrument with too many series starts afresh", () => {
  const exposition = new Exposition();
  const count = createCounter(named(exposition, "a_total"));
  for (let i = 0; i < 10_005; i++) count({ x: String(i) }, 1);
  expect(exposition.text().split("\n").slice(2)).toEqual([
    ...[10_000, 10_001, 10_002, 10_003, 10_004].map((i) => `a_total{x="${i}"} 1`),
    "",
  ]);
});

test("unhurried() is the same text", async () => {
  const exposition = new Exposition();
  const count = createCounter(named(exposition, "a_total"));
  createGauge(named(exposition, "g"))({}, 1);
  for (let i = 0; i < 5000; i++) count({ x: String(i) }, 1);
  expect(await exposition.unhurried()).toBe(exposition.text());
});

test("labels keep no long text alive that they are a part of", () => {
  const count = createCounter(named(new Exposition(), "a_total"));
  const before = heapUsed();
  for (let i = 0; i < 200; i++)
    count({ group: `group-${i}.of-a-path.example/${"x".repeat(1 << 20)}`.split("/")[0]! }, 1);
  expect(heapUsed() - before).toBeLessThan(50 << 20);
});
