import { expect, test } from "vitest";
import type { RecordedRequest } from "../../recording/recording.ts";
import { recordedReview } from "../../recording/review/recorded-review.ts";
import { WaitingRequests } from "./waiting-requests.ts";

function request(uid: string): RecordedRequest {
  const resource = { group: "", version: "v1", resource: "pods" };
  const read = recordedReview({ uid, operation: "DELETE", resource }, "");
  if (read === undefined) throw new Error("no request");
  return read;
}

test("WaitingRequests hands out what comes, in order, until it ends", async () => {
  const waiting = new WaitingRequests();
  const seen: string[] = [];
  const all = (async () => {
    for await (const { id } of waiting) seen.push(id);
  })();
  expect(waiting.add(request("a"), 1)).toBe(true);
  expect(waiting.add(request("b"), 1)).toBe(true);
  waiting.end();
  await all;
  expect(seen).toEqual(["a", "b"]);
  expect(waiting.add(request("c"), 1)).toBe(false);
});

test("WaitingRequests has room for so many, and for so many bytes", () => {
  const many = new WaitingRequests();
  const taken = Array.from({ length: 1_001 }, (_, i) => many.add(request(String(i)), 1));
  expect(taken.filter((one) => one)).toHaveLength(1_000);
  const large = new WaitingRequests();
  expect(large.add(request("a"), 32 << 20)).toBe(true);
  expect(large.add(request("b"), 1)).toBe(false);
});
