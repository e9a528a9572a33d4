import type { JsonObject } from "../../../src/json/value.ts";
import type { Step } from "../case.ts";
import { baseOf, collectionOf, type Resource } from "../kinds/resources.ts";
import type { Random } from "../random.ts";

/** The objects of one kind that the requests of a case are about. */
export interface Place {
  readonly random: Random;
  readonly resource: Resource;
  readonly collection: string;
  /** The first step: a list, whose version is before all that follows. */
  readonly start: string;
  /** Earlier steps whose responses most likely had an object: its name, and the step. */
  readonly seen: { readonly object: string; readonly step: string }[];
}

export const OBJECTS = ["a", "b", "c"];

export const placeOf = (random: Random, resource: Resource): Place => ({
  random,
  resource,
  collection: collectionOf(resource),
  start: "start",
  seen: [],
});

/** A small valid object with random labels. */
export function objectOf({ random, resource }: Place, name: string): JsonObject {
  const base = baseOf(resource, random);
  const metadata: JsonObject = { name, labels: labels(random) };
  if (random.chance(0.2))
    metadata.finalizers = [random.pick(["example.com/x", "orphan", "foregroundDeletion"])];
  if (random.chance(0.2)) metadata.annotations = { note: random.pick(["1", "2"]) };
  return { ...base, metadata };
}

export const labels = (random: Random): JsonObject => ({
  app: random.pick(["x", "y"]),
  ...(random.chance(0.4) ? { tier: random.pick(["1", "2"]) } : {}),
});

/** A placeholder that is replaced by a value of an earlier step's response. */
export const answered = (step: string, pointer: string): string => `{{=${step}:${pointer}}}`;

/** The version of an object as some earlier step saw it; mostly the last one. */
export function versionOf({ random, seen, start }: Place, object: string): string {
  const own = seen.filter((one) => one.object === object).map(({ step }) => step);
  const last = own.at(-1) ?? start;
  return answered(random.chance(0.7) ? last : random.pick([last, ...own]), "/metadata/resourceVersion");
}

export function uidOf({ random, seen }: Place, object: string): string {
  const name = random.chance(0.8) ? object : random.pick(OBJECTS);
  const step = seen.findLast((one) => one.object === name)?.step ?? "start";
  return answered(step, "/metadata/uid");
}

export const patchOf = (
  name: string,
  path: string,
  type: string,
  body: Step["body"],
  query: Step["query"] = [],
): Step => ({
  name,
  method: "PATCH",
  path,
  query,
  headers: { "content-type": type },
  ...(body === undefined ? {} : { body }),
});

export const MERGE = "application/merge-patch+json";
export const JSON_PATCH = "application/json-patch+json";
export const STRATEGIC = "application/strategic-merge-patch+json";
export const APPLY = "application/apply-patch+yaml";

/** Makes one sort of write; `object`: one of OBJECTS. */
export type Write = (place: Place, name: string, object: string) => Step;

export const MANAGERS = ["one", "two", "kubectl-client-side-apply", "before-first-apply"];

/** Query parameters: seldom a dry run. */
export const dry = ({ random }: Place): [string, string][] => (random.chance(0.1) ? [["dryRun", "All"]] : []);
