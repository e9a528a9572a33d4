import type { KnownDifferences } from "../../tools/differential/known.ts";
import { withSortedManagers } from "../../tools/differential/managed-fields.ts";
import type { Step } from "./corpus.ts";
import type { Difference } from "./play.ts";

const WEBHOOK = /webhook "([^"]+)"/;

/**
 * True if the reference's response is random, even if it was the same twice: the order of a map, the first refusal of
 * webhooks that are called in parallel, or a crash over the request that closes the connection.
 */
export function isChance(diffs: readonly Difference[]): boolean {
  return diffs.some(
    ({ path, expected, got }) =>
      (path === "/status" && expected === 0) ||
      (path.endsWith("/message") && isOtherOrder(String(expected), String(got))) ||
      (path === "/text" && withSortedManagers(String(expected)) === withSortedManagers(String(got))),
  );
}

/**
 * True if a controller of the reference is late: a new definition is not known everywhere, its storage is not ready,
 * or an old one is not yet removed. Later differences have no meaning then either.
 */
export function isBehind(diffs: readonly Difference[], request: Step["request"]): boolean {
  const status = diffs.find(({ path }) => path === "/status");
  if (status === undefined) return false;
  const said = diffs.map(({ expected }) => JSON.stringify(expected ?? null)).join("\n");
  return (
    (status.expected === 503 && said.includes("There can be a delay between when Custom")) ||
    (status.expected === 429 && request?.method === "GET") ||
    (status.got === 404 && said.includes("customresourcecleanup.apiextensions.k8s.io"))
  );
}

/** Differences without those that are known everywhere, and without times that neither side keeps. */
export const telling = (
  diffs: readonly Difference[],
  request: Step["request"],
  known: KnownDifferences,
): readonly Difference[] =>
  diffs.filter(
    (difference) =>
      !(difference.path === "/elapsed" && areBothOutside(difference)) &&
      !known.matches("recordings", request, difference),
  );

const areBothOutside = ({ expected, got }: Difference): boolean =>
  [expected, got].every((text) => String(text).includes("not within"));

function isOtherOrder(expected: string, got: string): boolean {
  const [first, second] = [expected, got].map((text) => WEBHOOK.exec(text)?.[1]);
  if (first !== undefined && second !== undefined && first !== second) return true;
  return sortedLetters(expected) === sortedLetters(got);
}

const sortedLetters = (text: string): string => [...text].sort().join("");
