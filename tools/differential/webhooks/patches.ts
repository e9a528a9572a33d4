import type { Json, JsonObject } from "../../../src/json/value.ts";
import { Editor } from "../kinds/edits.ts";
import { Values } from "../kinds/values.ts";
import type { Random } from "../random.ts";
import { type Actor, OTHER_OWNER, OWNER } from "./scene.ts";

/** Places in every object, with new values for them. */
const PLACES: readonly (readonly [string, readonly Json[]])[] = [
  ["/metadata", [{}, { name: "other" }, null, "x"]],
  ["/metadata/name", ["other", "", "n-{{id}}", 1, "UPPER_case"]],
  ["/metadata/generateName", ["g-", "", 1]],
  ["/metadata/namespace", ["default", "", "x-{{id}}"]],
  ["/metadata/uid", ["21234567-89ab-4def-8123-456789abcdef", "", "x"]],
  ["/metadata/resourceVersion", ["1", "", "0", "x", "999999999"]],
  ["/metadata/generation", [7, 0, -1, "x"]],
  ["/metadata/selfLink", ["/x", ""]],
  ["/metadata/creationTimestamp", ["2020-01-02T03:04:05Z", null, "x"]],
  ["/metadata/deletionTimestamp", ["2020-01-02T03:04:05Z", null, "x"]],
  ["/metadata/deletionGracePeriodSeconds", [0, 5, -1, null]],
  ["/metadata/labels", [{}, { app: "a" }, { x: "y" }, null, { a: 1 }, { "-": "y" }, { a: "no good" }]],
  ["/metadata/labels/app", ["b", "", 1, null]],
  ["/metadata/labels/new~1key", ["b"]],
  ["/metadata/annotations", [{}, { x: "y" }, null, { a: 1 }, { "bad key": "" }]],
  ["/metadata/annotations/note", ["b", "", null]],
  [
    "/metadata/finalizers",
    [[], null, ["example.com/x"], ["bad finalizer"], ["plain"], ["example.com/x", "example.com/x"], [null]],
  ],
  ["/metadata/finalizers/-", ["example.com/x", "", null, "orphan"]],
  ["/metadata/finalizers/0", ["example.com/y", "foregroundDeletion"]],
  [
    "/metadata/ownerReferences",
    [
      [OWNER],
      [OWNER, OWNER],
      [OWNER, OTHER_OWNER, OWNER],
      [],
      null,
      [
        { ...OWNER, controller: true },
        { ...OTHER_OWNER, controller: true },
      ],
      [{}],
    ],
  ],
  [
    "/metadata/ownerReferences/-",
    [
      OWNER,
      OTHER_OWNER,
      { ...OWNER, name: "third" },
      { ...OWNER, uid: "" },
      { ...OWNER, blockOwnerDeletion: true },
    ],
  ],
  ["/metadata/ownerReferences/0", [OTHER_OWNER, { kind: "X" }]],
  ["/metadata/ownerReferences/0/uid", ["11234567-89ab-4def-8123-456789abcdef", ""]],
  [
    "/metadata/managedFields",
    [
      [],
      null,
      [{}],
      [
        {
          manager: "x",
          operation: "Update",
          apiVersion: "v1",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:data": {} },
        },
      ],
      [{ manager: "x", operation: "Other" }],
    ],
  ],
  [
    "/metadata/managedFields/0",
    [{}, { manager: "y", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} }],
  ],
  ["/metadata/managedFields/0/manager", ["z", ""]],
  ["/metadata/managedFields/0/operation", ["Apply", "Nothing", ""]],
  ["/metadata/managedFields/0/time", ["2020-01-02T03:04:05Z", "x"]],
  ["/metadata/managedFields/0/fieldsV1", [{}, { "f:x": {} }, { x: {} }, null, 1]],
  ["/metadata/managedFields/0/apiVersion", ["v9", "", "apps/v1"]],
  ["/metadata/unknown", ["x", { a: 1 }]],
  ["/kind", ["Pod", "Nothing", "", null, "ConfigMap", 1]],
  ["/apiVersion", ["v1", "v9", "apps/v1", "", null, "a/b/c"]],
  ["/status", [{}, null, { phase: "Running" }, { replicas: 3 }, "x"]],
  ["/spec", [{}, null, "x"]],
  ["/spec/replicas", [3, -1, null, "x"]],
  ["/spec/unknown", ["x"]],
  ["/data", [{}, null, { c: "3" }, { c: 3 }]],
  ["/data/a", ["9", "", null, "e30="]],
  ["/unknown", ["x", null, { b: 1, a: 2 }]],
  [
    "",
    [
      {},
      null,
      [],
      "x",
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "n-{{id}}", namespace: "x-{{id}}" } },
    ],
  ],
];

const OPERATIONS = ["add", "add", "add", "add", "replace", "replace", "remove", "test", "move", "copy"];

/** A random JSON patch for an object of `actor`. */
export function patchOf(random: Random, actor: Actor): Json[] {
  return random.times(0, random.pick([1, 2, 2, 5]), () => operationOf(random, actor));
}

function operationOf(random: Random, actor: Actor): Json {
  if (random.chance(0.03))
    return random.pick<Json>([
      {},
      { op: "add" },
      { op: "other", path: "/x", value: 1 },
      { path: "/data/a", value: "1" },
      { op: "add", path: 1, value: 1 },
      null,
      "x",
      { op: "add", path: "metadata/labels", value: {} },
    ]);
  if (actor.typeName !== undefined && random.chance(0.3))
    return fieldOperation(random, actor, actor.typeName);
  const [path, values] = random.pick(PLACES);
  const op = random.pick(OPERATIONS);
  if (op === "remove") return { op, path };
  if (op === "move" || op === "copy") return { op, path, from: random.pick(PLACES)[0] };
  return random.chance(0.02) ? { op, path } : { op, path, value: random.pick(values) };
}

function fieldOperation(random: Random, actor: Actor, typeName: string): JsonObject {
  const editor = new Editor(random, new Values(random, 0.05));
  const { at, set } = editor.edit(actor.base, typeName);
  return set === undefined
    ? { op: "remove", path: at }
    : { op: random.pick(["add", "replace"]), path: at, value: set };
}
