import { atOnce, inSteps, type Steps } from "../../async/steps.ts";
import type { Attributes } from "../attributes.ts";

/** Runs the steps of work for a request, with pauses for other requests if the work takes long. */
export function inPieces<T>(steps: Steps<T>, attributes: Attributes): T | Promise<T> {
  return attributes.pacer === undefined ? atOnce(steps) : inSteps(steps, attributes.pacer());
}
