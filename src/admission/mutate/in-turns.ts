import { atOnce, inSteps, type Steps } from "../../api/steps.ts";
import type { Attributes } from "../attributes.ts";

/** What is done for a request, with turns for others in between where it takes long. */
export function inTurns<T>(steps: Steps<T>, attributes: Attributes): T | Promise<T> {
  return attributes.pacer === undefined ? atOnce(steps) : inSteps(steps, attributes.pacer());
}
