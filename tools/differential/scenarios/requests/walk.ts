import { setKey } from "../../../../src/json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../src/json/value.ts";
import { Random } from "../../random.ts";
import { Scenario } from "../scenario.ts";

/** A kind, and typical changes of its objects. */
interface Walk {
  readonly name: string;
  /** `cluster`: names are those of the whole server; `scale`: there is such a subresource. */
  readonly traits: readonly string[];
  /** Path of the list. */
  readonly path: string;
  /** An object without a name. */
  readonly base: JsonObject;
  readonly edits: readonly JsonObject[];
  readonly statuses: readonly JsonObject[];
}

const OBJECTS = 6;
const EDITS = 8;
const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const DELETIONS: readonly JsonObject[] = [
  {},
  { propagationPolicy: "Foreground" },
  { propagationPolicy: "Orphan" },
  { gracePeriodSeconds: 0 },
  { preconditions: { uid: "x" } },
];
const METADATA: readonly JsonObject[] = [
  { labels: { x: "y" } },
  { annotations: { "a b": "c" } },
  { finalizers: ["a/b"] },
  { finalizers: ["bad"] },
  { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "a", uid: "u" }] },
  { labels: { "-x": "y" } },
].map((metadata) => ({ metadata }));
const JSON_PATHS = [
  "/spec",
  "/metadata/labels",
  "/metadata/annotations/x",
  "/metadata/finalizers",
  "/status",
];
const JSON_VALUES: readonly Json[] = [{}, null, 1, "x", ["a/b"], { a: "b" }];

/**
 * A table of kinds: `## name traits…`, the path of the list, an object, then a line for each edit, and `status …` for
 * those of the status.
 */
export function parseWalks(table: string): Walk[] {
  return table.split("## ").slice(1).map(parseWalk);
}

function parseWalk(text: string): Walk {
  const [head = "", path = "", base = "{}", ...lines] = text.trim().split("\n");
  const [name = "", ...traits] = head.split(" ");
  const isStatus = (line: string): boolean => line.startsWith("status ");
  return {
    name,
    traits,
    path,
    base: JSON.parse(base),
    edits: [...lines.filter((line) => !isStatus(line)).map((line) => JSON.parse(line)), ...METADATA],
    statuses: lines.filter(isStatus).map((line) => JSON.parse(line.slice("status ".length))),
  };
}

/** Objects that are changed in one way after the other, with every verb, until they are deleted. */
export function walk(walk: Walk): Scenario {
  const scenario = new Scenario(`walk-${walk.name}`);
  const random = new Random(walk.name);
  for (let i = 0; i < OBJECTS; i++) {
    const name = walk.traits.includes("cluster") ? `x${i}-{{id}}` : `x${i}`;
    oneObject(scenario, random, walk, name);
  }
  return scenario;
}

function oneObject(scenario: Scenario, random: Random, walk: Walk, name: string): void {
  const path = `${walk.path}/${name}`;
  const named = { ...walk.base, metadata: { name } };
  scenario.post(walk.path, random.chance(0.5) ? named : merged(named, random.pick(walk.edits)));
  for (let i = 0; i < EDITS; i++) oneEdit(scenario, random, walk, path, named);
  scenario.get(path, [], { headers: TABLE });
  scenario.delete(path, random.pick(DELETIONS));
}

type Query = [string, string][];
const QUERIES: readonly Query[] = [[], [], [], [["dryRun", "All"]], [["fieldValidation", "Strict"]]];

function oneEdit(scenario: Scenario, random: Random, walk: Walk, path: string, named: JsonObject): void {
  const more = random.chance(0.3) ? random.pick(walk.edits) : {};
  const edit = merged(random.pick(walk.edits), more);
  const query = random.pick(QUERIES);
  const kinds: (() => void)[] = [
    () => scenario.patch("merge", path, edit, query),
    () => scenario.patch("strategic", path, edit, query),
    () => scenario.apply(path, merged(named, edit), random.pick(["m", "n"]), random.chance(0.6), query),
    () => scenario.put(path, merged(named, edit), query),
    () => scenario.patch("json", path, [jsonOperation(random)], query),
  ];
  if (walk.statuses.length > 0)
    kinds.push(() => statusEdit(scenario, random, `${path}/status`, named, random.pick(walk.statuses)));
  if (walk.traits.includes("scale"))
    kinds.push(() => scenario.patch("merge", `${path}/scale`, { spec: { replicas: random.int(-1, 3) } }));
  random.pick(kinds)();
}

function jsonOperation(random: Random): JsonObject {
  const op = random.pick(["add", "replace", "remove", "test"]);
  return { op, path: random.pick(JSON_PATHS), value: random.pick(JSON_VALUES) };
}

function statusEdit(
  scenario: Scenario,
  random: Random,
  path: string,
  named: JsonObject,
  status: JsonObject,
): void {
  const { apiVersion, kind, metadata } = named;
  const kinds: (() => void)[] = [
    () => scenario.patch("merge", path, { status }),
    () => scenario.put(path, merged(named, { status })),
    () => scenario.apply(path, { apiVersion, kind, metadata, status }, "st", random.chance(0.5)),
  ];
  random.pick(kinds)();
}

/** Maps are merged; all else is replaced. */
function merged(into: JsonObject, from: JsonObject): JsonObject {
  const result = { ...into };
  for (const [name, value] of Object.entries(from)) {
    const old = result[name];
    setKey(result, name, isJsonObject(old) && isJsonObject(value) ? merged(old, value) : value);
  }
  return result;
}
