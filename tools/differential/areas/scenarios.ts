import type { Case } from "../case.ts";
import type { Random } from "../random.ts";
import { SCENARIOS } from "../scenarios/index.ts";

/** One of the scenarios that were written by hand; `only`: those whose name begins so. */
export function scenariosCase(random: Random, only = ""): Case {
  const found = SCENARIOS.filter(({ name }) => name.startsWith(only));
  return random.pick(found.length === 0 ? SCENARIOS : found).toCase();
}
