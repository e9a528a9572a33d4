import { type Json, type JsonObject, membersOf } from "../../../src/json/value.ts";
import type { Step } from "../case.ts";
import { ACCEPTS } from "./accepts.ts";
import {
  APPLY,
  answered,
  dry,
  JSON_PATCH,
  labels,
  MANAGERS,
  MERGE,
  OBJECTS,
  objectOf,
  type Place,
  patchOf,
  STRATEGIC,
  uidOf,
  versionOf,
  type Write,
} from "./place.ts";
import { subresource } from "./subresources.ts";

/** A write to one of the objects, as controllers and users would send it. */
export function writeStep(place: Place, name: string): Step {
  const { random } = place;
  const object = random.pick(OBJECTS);
  const write = random.pick(WRITES);
  const step = write(place, name, object);
  // The version of a list may be that of an object, by chance.
  if (write !== removeMany) place.seen.push({ object, step: name });
  return random.chance(0.12) ? { ...step, headers: { ...step.headers, accept: random.pick(ACCEPTS) } } : step;
}

const create: Write = (place, name, object) => ({
  name,
  method: "POST",
  path: place.collection,
  query: dry(place),
  body: objectOf(place, object),
});

/** Each prefix is used once, because lists are sorted by name. */
const generate: Write = (place, name) => {
  const body = objectOf(place, "");
  const { name: _none, ...rest } = membersOf<JsonObject>(body.metadata);
  const generateName = name.replace(" ", "-") + place.random.pick(["-", "-long".repeat(13)]);
  const metadata = { ...rest, generateName };
  return { name, method: "POST", path: place.collection, query: dry(place), body: { ...body, metadata } };
};

/** An object as it was read, with other labels: from the newest version, from an old one, or from none. */
const update: Write = (place, name, object) => {
  const { random, seen, collection } = place;
  const known = seen.filter((one) => one.object === object).slice(-3);
  const from = known.length === 0 ? undefined : random.pick(known);
  const edits = [
    { at: "/metadata/labels", set: labels(random) },
    ...(random.chance(0.3) ? [{ at: "/metadata/resourceVersion" }] : []),
    ...(random.chance(0.1) ? [{ at: "/metadata/uid" }] : []),
    ...(random.chance(0.05) ? [{ at: "/metadata/uid", set: "other" }] : []),
    ...(random.chance(0.1) ? [{ at: "/metadata/managedFields", set: random.pick<Json>([[], [{}]]) }] : []),
    ...(random.chance(0.1) ? [{ at: "/metadata/finalizers", set: ["example.com/y"] }] : []),
  ];
  const step = {
    name,
    method: "PUT",
    path: `${collection}/${object}`,
    query: dry(place),
    body: objectOf(place, object),
  };
  return from === undefined ? step : { ...step, from: { step: from.step, edits } };
};

function metadataPatch(place: Place, object: string): JsonObject {
  const { random } = place;
  const patches: JsonObject[] = [
    { labels: labels(random) },
    { labels: null },
    { annotations: { note: random.pick(["1", "2", "3"]) } },
    { finalizers: null },
    { finalizers: ["example.com/x", "foregroundDeletion"] },
    { finalizers: ["orphan"] },
    { labels: labels(random), resourceVersion: versionOf(place, object) },
    { labels: labels(random), uid: uidOf(place, object) },
    { ownerReferences: [owner(place)] },
    { ownerReferences: [] },
    { managedFields: random.pick<Json>([[], [{}], null]) },
    { generation: 7 },
    { deletionGracePeriodSeconds: 9 },
    { name: "other" },
  ];
  return random.pick(patches);
}

const owner = (place: Place): JsonObject => ({
  apiVersion: place.resource.apiVersion,
  kind: place.resource.kind,
  name: "a",
  uid: uidOf(place, "a"),
  ...(place.random.chance(0.5) ? { controller: true, blockOwnerDeletion: true } : {}),
});

const patch: Write = (place, name, object) => {
  const type = place.random.pick([MERGE, STRATEGIC]);
  return patchOf(
    name,
    `${place.collection}/${object}`,
    type,
    { metadata: metadataPatch(place, object) },
    dry(place),
  );
};

const jsonPatch: Write = (place, name, object) => {
  const version = versionOf(place, object);
  const body = place.random.pick<Json>([
    [{ op: "add", path: "/metadata/labels/app", value: "z" }],
    [
      { op: "test", path: "/metadata/resourceVersion", value: version },
      { op: "add", path: "/metadata/labels/app", value: "w" },
    ],
    [{ op: "replace", path: "/metadata/resourceVersion", value: version }],
    [{ op: "remove", path: "/metadata/finalizers" }],
    [{ op: "remove", path: "/metadata/finalizers/0" }],
    [{ op: "remove", path: "/metadata/resourceVersion" }],
    [{ op: "remove", path: "/metadata/managedFields/0" }],
    [],
  ]);
  return patchOf(name, `${place.collection}/${object}`, JSON_PATCH, body, dry(place));
};

const apply: Write = (place, name, object) => {
  const { random, resource } = place;
  const metadata: JsonObject = { name: object, labels: labels(random) };
  if (random.chance(0.2)) metadata.finalizers = ["example.com/x"];
  if (random.chance(0.15)) metadata.resourceVersion = versionOf(place, object);
  if (random.chance(0.1)) metadata.uid = uidOf(place, object);
  if (random.chance(0.15)) metadata.ownerReferences = [owner(place)];
  const whole = random.chance(0.6) ? objectOf(place, object) : {};
  const body = { apiVersion: resource.apiVersion, kind: resource.kind, ...whole, metadata };
  const query: [string, string][] = [["fieldManager", random.pick(MANAGERS)], ...dry(place)];
  if (random.chance(0.4)) query.push(["force", "true"]);
  return patchOf(name, `${place.collection}/${object}`, APPLY, body, query);
};

function options(place: Place, object: string): JsonObject {
  const { random } = place;
  const made: JsonObject = {};
  if (random.chance(0.35)) made.propagationPolicy = random.pick(["Orphan", "Foreground", "Background"]);
  else if (random.chance(0.1)) made.orphanDependents = random.chance(0.5);
  if (random.chance(0.3)) made.gracePeriodSeconds = random.pick([0, 0, 1, 30]);
  if (random.chance(0.1)) made.dryRun = ["All"];
  if (random.chance(0.3)) {
    const preconditions: JsonObject = {};
    if (random.chance(0.6)) preconditions.uid = uidOf(place, object);
    if (random.chance(0.6)) preconditions.resourceVersion = versionOf(place, object);
    made.preconditions = preconditions;
  }
  return made;
}

const remove: Write = (place, name, object) => ({
  name,
  method: "DELETE",
  path: `${place.collection}/${object}`,
  body: options(place, object),
});

const SELECTORS: readonly [string, string][] = [
  ["labelSelector", "app=x"],
  ["labelSelector", "app in (x,y),tier"],
  ["labelSelector", "tier!=1"],
  ["fieldSelector", "metadata.name=b"],
  ["fieldSelector", "metadata.name!=b"],
];

const removeMany: Write = (place, name) => {
  const { random } = place;
  const query: [string, string][] = random.some(SELECTORS, 2);
  if (random.chance(0.3)) query.push(["limit", random.pick(["1", "2"])]);
  if (random.chance(0.15))
    query.push(["resourceVersion", random.pick(["0", "1", answered("start", "/metadata/resourceVersion")])]);
  if (random.chance(0.1)) query.push(["resourceVersionMatch", random.pick(["Exact", "NotOlderThan"])]);
  if (random.chance(0.1)) query.push(["timeoutSeconds", "5"]);
  return { name, method: "DELETE", path: place.collection, query, body: options(place, "a") };
};

const WRITES: readonly Write[] = [
  create,
  create,
  create,
  generate,
  update,
  update,
  update,
  patch,
  patch,
  patch,
  jsonPatch,
  apply,
  apply,
  apply,
  subresource,
  subresource,
  subresource,
  remove,
  remove,
  remove,
  removeMany,
];
