import type { Verdict } from "../admission/verdict.ts";

/** What a container answers that is reached. */
export const SWITCHED = 101;

const REFUSED: ReadonlySet<number> = new Set([401, 403, 404]);

/** Nothing runs here: who came through admission to something that is there has been allowed. */
export function isConnected(status: number, verdicts: readonly Verdict[]): boolean {
  const verdict = verdicts.at(-1);
  if (verdict?.attributes.operation !== "CONNECT" || status < 400 || REFUSED.has(status)) return false;
  return verdict.phases.every(({ error }) => error === undefined);
}
