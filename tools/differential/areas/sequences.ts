import type { Case, Step } from "../case.ts";
import { BOATS } from "../kinds/boat.ts";
import { RESOURCES } from "../kinds/resources.ts";
import { isLonely, isOnlyTried } from "../kinds/tame.ts";
import type { Random } from "../random.ts";
import { boatSteps } from "../sequences/boats.ts";
import { type Place, placeOf } from "../sequences/place.ts";
import { pageSteps, readStep, watchStep } from "../sequences/reads.ts";
import { writeStep } from "../sequences/writes.ts";

const KINDS = RESOURCES.filter(
  (resource) =>
    resource.namespaced &&
    !isOnlyTried(resource) &&
    !isLonely(resource) &&
    (resource.verbs?.includes("watch") ?? true),
);

/**
 * Typical requests of controllers for some objects of one kind: write, read, page, and watch them. `only`: a single
 * kind.
 */
export function sequencesCase(random: Random, only?: string): Case {
  const isCustom = only === BOATS.kind || (only === undefined && random.chance(0.15));
  const resource = isCustom
    ? BOATS
    : random.pick(KINDS.filter(({ kind }) => only === undefined || kind === only));
  const place = placeOf(random, resource);
  const steps: Step[] = isCustom ? boatSteps(random) : [];
  steps.push({ name: place.start, method: "GET", path: place.collection });
  for (let i = random.int(6, 16); i > 0; i--) steps.push(...someSteps(place, `step ${steps.length}`));
  steps.push(watchStep(place, "watch"));
  if (random.chance(0.4)) steps.push(watchStep(place, "watch again"));
  steps.push({ name: "end", method: "GET", path: place.collection });
  return { area: "sequences", steps, alone: true };
}

function someSteps(place: Place, name: string): Step[] {
  const turn = place.random.next();
  if (turn < 0.75) return [writeStep(place, name)];
  return turn < 0.92 ? [readStep(place, name)] : pageSteps(place, name);
}
