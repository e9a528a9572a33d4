import type { Case } from "../case.ts";
import type { Random } from "../random.ts";
import { SESSIONS } from "../sessions/index.ts";

/** One of the sessions that were written by hand; `only`: those whose name begins so. */
export function sessionsCase(random: Random, only = ""): Case {
  const found = SESSIONS.filter(({ name }) => name.startsWith(only));
  return random.pick(found.length === 0 ? SESSIONS : found).toCase();
}
