import type { ChangeKind } from "../change.ts";

export const TITLES: Readonly<Record<ChangeKind, string>> = {
  "newly-denied": "Newly denied",
  "newly-allowed": "Newly allowed",
  "denied-differently": "Denied in another way",
  failing: "Failing",
  "patched-differently": "Patched differently",
  slower: "Slower",
};

export const SUMMARIES: Readonly<Record<ChangeKind, string>> = {
  "newly-denied": "Requests that were allowed are denied.",
  "newly-allowed": "Requests that were denied are allowed.",
  "denied-differently": "Requests are still denied, by another one or with another message.",
  failing: "Webhooks do not do their part.",
  "patched-differently": "Objects are changed in another way.",
  slower: "Webhooks take much longer.",
};

/** `1 request`, `2 requests`. */
export const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
