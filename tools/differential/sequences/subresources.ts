import type { JsonObject } from "../../../src/json/value.ts";
import type { Step } from "../case.ts";
import {
  APPLY,
  dry,
  labels,
  MANAGERS,
  MERGE,
  objectOf,
  type Place,
  patchOf,
  STRATEGIC,
  versionOf,
  type Write,
} from "./place.ts";

/** Parts of a write to a subresource. */
interface Part {
  readonly place: Place;
  readonly name: string;
  readonly object: string;
  readonly path: string;
  readonly metadata: JsonObject;
}

/** PUT, patch or apply of the status, the scale or another part of an object. */
export const subresource: Write = (place, name, object) => {
  const { random, resource, collection } = place;
  const subs = resource.subresources.filter(({ style }) => style === "update" || style === "scale");
  const sub = subs.length === 0 ? "status" : random.pick(subs).name;
  const metadata: JsonObject = { name: object };
  if (random.chance(0.4)) metadata.resourceVersion = versionOf(place, object);
  if (random.chance(0.3)) metadata.labels = labels(random);
  const part = { place, name, object, path: `${collection}/${object}/${sub}`, metadata };
  return sub === "scale" ? scaleStep(part) : partStep(part);
};

function scaleStep(part: Part): Step {
  const { random } = part.place;
  const type = { apiVersion: "autoscaling/v1", kind: "Scale" };
  const change = { spec: { replicas: random.int(0, 3) } };
  if (random.chance(0.6)) return patchStep(part, type, change);
  const { place, name, path, metadata } = part;
  const body = { ...type, metadata: { ...metadata, namespace: "{{ns}}" }, ...change };
  return { name, method: "PUT", path, query: dry(place), body };
}

const condition = (status: string): JsonObject => ({
  type: "Ready",
  status,
  lastTransitionTime: "2026-01-02T03:04:05Z",
  reason: "R",
  message: "",
});

function partStep(part: Part): Step {
  const { place, object } = part;
  const { random, resource, seen } = place;
  const conditions = [condition(random.pick(["True", "False"]))];
  const status = random.pick<JsonObject>([{ conditions }, {}, { observedGeneration: 1 }]);
  const from = seen.findLast((one) => one.object === object);
  if (from !== undefined && random.chance(0.3)) return putStep(part, from.step, status);
  return patchStep(part, { apiVersion: resource.apiVersion, kind: resource.kind }, { status });
}

function putStep({ place, name, object, path }: Part, step: string, status: JsonObject): Step {
  const versions = place.random.chance(0.5) ? [{ at: "/metadata/resourceVersion" }] : [];
  const from = { step, edits: [{ at: "/status", set: status }, ...versions] };
  return { name, method: "PUT", path, query: dry(place), body: objectOf(place, object), from };
}

function patchStep({ place, name, path, metadata }: Part, type: JsonObject, change: JsonObject): Step {
  const { random } = place;
  if (random.chance(0.7))
    return patchOf(name, path, random.pick([MERGE, STRATEGIC]), { metadata, ...change }, dry(place));
  const query: [string, string][] = [["fieldManager", random.pick(MANAGERS)]];
  if (random.chance(0.3)) query.push(["force", "true"]);
  return patchOf(name, path, APPLY, { ...type, metadata, ...change }, query);
}
