import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { Overhead } from "./overhead.ts";

/**
 * A connection whose byte counts the test sets: `records` adds TLS 1.3 records with `bytes` of content each.
 */
function setUp() {
  const [socket, secure] = [new Socket(), new Socket()];
  const counts = { all: 0, inside: 0, written: 0, requests: 0, bodyBytes: 0 };
  Object.defineProperty(socket, "bytesRead", { get: () => counts.all });
  Object.defineProperty(secure, "bytesRead", { get: () => counts.inside });
  Object.defineProperty(secure, "bytesWritten", { get: () => counts.written });
  const records = (count: number, bytes: number) => {
    counts.all += count * (bytes + 22);
    counts.inside += count * bytes;
  };
  counts.all = 2000;
  const overhead = new Overhead(socket, secure, () => counts);
  return { counts, records, overhead };
}

/** Returns the overhead that is reported over some seconds. `quarter` runs four times a second. */
function lookFor(seconds: number, overhead: Overhead, quarter: () => void): number {
  let told = 0;
  for (let i = 0; i < seconds * 4; i++) {
    quarter();
    told += overhead.look();
  }
  return told;
}

describe("Overhead is not told of", () => {
  it("a client that asks again and again, with small requests", () => {
    const { counts, records, overhead } = setUp();
    const ask = () => {
      counts.requests += 500;
      records(3 * 500, 40);
    };
    expect(lookFor(60, overhead, ask)).toBe(0);
  });

  it("a body in records of a kilobyte", () => {
    const { records, overhead } = setUp();
    expect(lookFor(60, overhead, () => records(3000, 1200))).toBe(0);
  });

  it("a body with one record for each word, if it is read", () => {
    const { counts, records, overhead } = setUp();
    const send = () => {
      counts.bodyBytes += 3000 * 12;
      records(3000, 17);
    };
    expect(lookFor(60, overhead, send)).toBe(0);
  });

  it("a stream over HTTP/2 with an acknowledgement for each 4 KiB", () => {
    const { counts, records, overhead } = setUp();
    const confirm = () => {
      counts.written += 2000 * 4096;
      records(2 * 2000, 13);
    };
    expect(lookFor(60, overhead, confirm)).toBe(0);
    expect(overhead.isFlood).toBe(false);
  });

  it("a byte now and then", () => {
    const { records, overhead } = setUp();
    expect(lookFor(60, overhead, () => records(5, 1))).toBe(0);
  });
});

describe("Overhead is told of, and sees a flood in", () => {
  it("records that bring nothing", () => {
    const { records, overhead } = setUp();
    expect(lookFor(1, overhead, () => records(200, 0))).toBeGreaterThan(800 * 20);
    expect(overhead.isFlood).toBe(false);
    lookFor(5, overhead, () => records(2000, 0));
    expect(overhead.isFlood).toBe(true);
  });

  it("records of one byte, also when they are read", () => {
    const { counts, records, overhead } = setUp();
    const send = () => {
      counts.bodyBytes += 2000;
      records(2000, 1);
    };
    expect(lookFor(1, overhead, send)).toBeGreaterThan(8000 * 4);
    expect(overhead.isFlood).toBe(true);
  });
});

it("Overhead does not take the begun record of a slow line for a flood", () => {
  const { counts, records, overhead } = setUp();
  let part = 0;
  const drop = () => {
    part += 1000;
    counts.all += 1000;
    if (part < 16_000) return;
    counts.all -= part;
    part = 0;
    records(1, 16_000);
  };
  lookFor(600, overhead, drop);
  expect(overhead.isFlood).toBe(false);
});

it("Overhead forgets what was long ago", () => {
  const { records, overhead } = setUp();
  lookFor(60, overhead, () => records(100, 0));
  expect(overhead.isFlood).toBe(false);
});

it("Overhead counts small pieces until the next look", () => {
  const { overhead } = setUp();
  const pieces = (count: number, bytes: number) =>
    Array.from({ length: count }, () => overhead.isTooMuch(bytes)).includes(true);
  expect(pieces(100_000, 1000)).toBe(false);
  expect(pieces(2000, 1)).toBe(false);
  overhead.look();
  expect(pieces(2000, 1)).toBe(false);
  expect(pieces(2000, 1)).toBe(true);
});
