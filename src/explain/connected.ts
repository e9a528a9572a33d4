import type { Verdict } from "../admission/verdict.ts";

/** HTTP status that a container answers a successful CONNECT with (101 Switching Protocols). */
export const SWITCHED = 101;

const REFUSED: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * True if a CONNECT passed admission and failed only because no container runs here. Such a request counts as
 * allowed.
 */
export function isConnected(status: number, verdicts: readonly Verdict[]): boolean {
  const verdict = verdicts.at(-1);
  if (verdict?.attributes.operation !== "CONNECT" || status < 400 || REFUSED.has(status)) return false;
  return verdict.phases.every(({ error }) => error === undefined);
}
