import { expect, test } from "vitest";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { requestInfoOf } from "../accept/request-info.ts";
import { estimateWork } from "./estimate-work.ts";
import { WatchCounts } from "./watch-counts.ts";

const PODS = "/api/v1/namespaces/a/pods";
const infoOf = (method: string, url: string) => requestInfoOf(memoryRequest({ method, url }));

/** `watches`: the number of watches of all pods. */
function workOf(method: string, url: string, { bytes = 1000, count = 0, watches = 0, mostSeats = 0 } = {}) {
  const counts = new WatchCounts();
  for (let i = 0; i < watches; i++) counts.begin(infoOf("GET", "/api/v1/pods?watch=1"));
  const facts = { sizesOf: () => ({ count, averageBytes: bytes }), watches: counts };
  const request = memoryRequest({ method, url });
  const flow = { level: { mostSeats }, counts: { watches: { observe() {} } } };
  const work = estimateWork(facts, { request, info: requestInfoOf(request) }, flow);
  const { initialSeats, finalSeats, additionalMs } = work;
  return [initialSeats, finalSeats, additionalMs];
}

test.each([
  ["a short list", PODS, { count: 50 }, 1],
  ["100 KB a seat", PODS, { count: 250 }, 3],
  ["at most 1 MB at a time", PODS, { count: 1_000_000 }, 10],
  ["no more than its level allows", PODS, { count: 1_000_000, mostSeats: 4 }, 4],
  ["a page", `${PODS}?limit=100`, { count: 1000 }, 1],
  ["one object", `${PODS}?fieldSelector=metadata.name%3Dx`, { count: 1000 }, 1],
  ["a watch from the beginning", `${PODS}?watch=1`, { count: 250 }, 3],
  ["a watch from a revision", `${PODS}?watch=1&resourceVersion=7`, { count: 250 }, 1],
  [
    "a watch that wants all first",
    `${PODS}?watch=1&resourceVersion=7&sendInitialEvents=true`,
    { count: 250 },
    3,
  ],
  ["a get", `${PODS}/x`, { count: 1000 }, 1],
])("seats of lists: %s", (_name, url, given, seats) => {
  expect(workOf("GET", url, given)).toEqual([seats, 0, 0]);
});

test.each([
  ["few watches", "POST", PODS, { watches: 9 }, [1, 0, 0]],
  ["ten watches a seat, for 5 ms", "POST", PODS, { watches: 25 }, [1, 3, 5]],
  ["at most ten seats, for longer", "DELETE", `${PODS}/x`, { watches: 400 }, [1, 10, 20]],
  ["no more than its level allows", "PUT", `${PODS}/x`, { watches: 400, mostSeats: 4 }, [1, 4, 50]],
  ["not of other resources", "POST", "/api/v1/namespaces/a/secrets", { watches: 400 }, [1, 0, 0]],
])("seats of writes: %s", (_name, method, url, given, work) => {
  expect(workOf(method, url, given)).toEqual(work);
});

test("watches count where they may be told of a write, until they end", () => {
  const counts = new WatchCounts();
  const ends = ["/api/v1/pods", PODS, "/api/v1/namespaces/b/pods"].map((url) =>
    counts.begin(infoOf("GET", `${url}?watch=1`)),
  );
  expect(counts.concernedBy(infoOf("PUT", `${PODS}/x`))).toBe(2);
  expect(counts.concernedBy(infoOf("POST", PODS))).toBe(2);
  expect(counts.concernedBy(infoOf("POST", "/api/v1/namespaces/c/pods"))).toBe(1);
  const named = counts.begin(infoOf("GET", `${PODS}?watch=1&fieldSelector=metadata.name%3Dx`));
  expect(counts.concernedBy(infoOf("PUT", `${PODS}/x`))).toBe(3);
  expect(counts.concernedBy(infoOf("PUT", `${PODS}/y`))).toBe(2);
  for (const end of [...ends, named]) end();
  expect(counts.concernedBy(infoOf("PUT", `${PODS}/x`))).toBe(0);
});
