import { isJsonObject, type Json, record } from "../../../src/json/value.ts";
import type { Normaliser } from "../normalise.ts";
import type { Call } from "./hook-server.ts";

/** Calls in the form in which they are compared. Validating webhooks, at `/v…`, are called side by side: in any order. */
export function comparableCalls(all: readonly Call[], normaliser: Normaliser): Json[] {
  const calls = all.filter(({ review }) => !isOwnEvent(review));
  for (const { review } of calls)
    if (isJsonObject(review) && isJsonObject(review.request))
      for (const part of [review.request.oldObject, review.request.object]) normaliser.learn(part);
  return inOrder(calls).map((call) => normaliser.value(call as unknown as Json) ?? null);
}

/** The reference checks its Services from time to time, and writes events about them. */
const isOwnEvent = (review: Json | undefined): boolean => {
  const { resource, userInfo } = record(record(review).request);
  return record(resource).resource === "events" && record(userInfo).username === "system:apiserver";
};

function inOrder(calls: readonly Call[]): readonly Call[] {
  const sorted: Call[] = [];
  for (let i = 0; i < calls.length; ) {
    let end = i + 1;
    if (isValidating(calls[i])) while (end < calls.length && isValidating(calls[end])) end++;
    sorted.push(...calls.slice(i, end).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)));
    i = end;
  }
  return sorted;
}

const isValidating = (call: Call | undefined): boolean => call?.path.startsWith("/v") === true;
