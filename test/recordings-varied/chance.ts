import type { KnownDifferences } from "../differential/known.ts";
import { withSortedManagers } from "../differential/managed-fields.ts";
import type { Step } from "./corpus.ts";
import type { Difference } from "./play.ts";

const WEBHOOK = /webhook "([^"]+)"/;

/**
 * Whether chance decides about the reference's answer, also where it answered twice alike: the order of a map, which of the
 * webhooks that are asked side by side refuses first, and a program that fails over the request and closes the connection.
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
 * Whether a controller of the reference is behind: a new definition is not known everywhere yet, its storage is not
 * ready, or an old one is not removed yet. What follows says nothing either.
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

/** Without what is known to differ everywhere, and times that neither of the changed answers keeps to. */
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
