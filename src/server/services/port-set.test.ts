import { expect, test } from "vitest";
import { parsePortRange } from "./port-range.ts";
import { PortSet } from "./port-set.ts";

const RANGE = parsePortRange("30000-30999");
const never = (): number => 0.999;

test("bits are stored as kube-apiserver stores them", () => {
  const ports = new PortSet(RANGE);
  expect(ports.data).toBe("");
  for (const at of [0, 9, 33, 34, 35, 36]) ports.add(30_000 + at);
  expect(ports.data).toBe("HgAAAgE=");
  expect(new PortSet(RANGE, "HgAAAgE=").list()).toEqual([30_000, 30_009, 30_033, 30_034, 30_035, 30_036]);
});

test("what was added and taken away leaves nothing, and what is outside of the range is never in it", () => {
  const ports = new PortSet(parsePortRange("30000-30004"), "//8=");
  expect(ports.list()).toEqual([30_000, 30_001, 30_002, 30_003, 30_004]);
  for (const port of [29_999, 30_005, 0, 65_535]) {
    ports.add(port);
    ports.delete(port);
    expect(ports.has(port)).toBe(false);
  }
  for (const port of ports.list()) ports.delete(port);
  expect(ports.data).toBe("");
});

test("all ports are found, the lower ones last", () => {
  const ports = new PortSet(parsePortRange("30000-30049"));
  const found: number[] = [];
  for (let port = ports.pick(never); port !== undefined; port = ports.pick(never)) {
    ports.add(port);
    found.push(port);
  }
  expect(new Set(found).size).toBe(50);
  expect(Math.max(...found.slice(-16))).toBe(30_015);
});

test("a range of one port, and one that counts", () => {
  expect(new PortSet(parsePortRange("30000")).pick(never)).toBe(30_000);
  expect(parsePortRange("30000+9").text).toBe("30000-30009");
  for (const text of ["", "a", "30009-30000", "0-10", "30000-70000", "1-2-3"])
    expect(() => parsePortRange(text)).toThrow("is no range of ports");
});
