import { clone, setKey } from "../../../src/json/object.ts";
import { unescapeToken } from "../../../src/json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { Edit, Step } from "../case.ts";
import { applyEdit } from "../edit.ts";
import type { Random } from "../random.ts";
import { editsOf, objectPath, type Play, writeQuery } from "./play.ts";

const TYPES = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** One of the four kinds of patches. */
export function patchStep(play: Play, name: string, path = objectPath(play)): Step {
  const { random } = play;
  const type = random.pick(["json", "merge", "strategic", "strategic", "apply", "apply"] as const);
  const query = writeQuery(random, 0.06);
  const head = { name, method: "PATCH", path, headers: { "content-type": TYPES[type] } };
  const edits = editsOf(play, 1, 3);
  if (type === "json") return { ...head, query, body: edits.map((edit) => operationOf(edit, random)) };
  if (type === "apply") return { ...head, query: applyQuery(query, random), body: appliedOf(play, edits) };
  return { ...head, query, body: mergeOf(play, edits, type === "strategic") };
}

function applyQuery(query: [string, string][], random: Random): [string, string][] {
  const rest = query.filter(([name]) => name !== "fieldManager");
  if (random.chance(0.95)) rest.push(["fieldManager", random.pick(["m1", "m2", "m1", "differential"])]);
  if (random.chance(0.4)) rest.push(["force", "true"]);
  return rest;
}

function operationOf({ at, set }: Edit, random: Random): JsonObject {
  if (random.chance(0.08))
    return { op: random.pick(["move", "copy"]), from: at, path: "/metadata/annotations" };
  if (random.chance(0.06)) return { op: "test", path: at, value: set ?? null };
  if (set === undefined) return { op: "remove", path: at };
  return { op: random.pick(["add", "add", "replace"]), path: at, value: set };
}

/** The object for an apply: its identity and the changed fields, sometimes the whole object. */
function appliedOf({ base, random }: Play, edits: readonly Edit[]): JsonObject {
  const whole = clone(base);
  for (const edit of edits) applyEdit(whole, clone(edit as unknown as Json) as never);
  if (random.chance(0.5)) return whole;
  const { apiVersion = null, kind = null, metadata } = whole;
  const name = isJsonObject(metadata) ? metadata.name : undefined;
  const made: JsonObject = { apiVersion, kind, metadata: { name: name ?? null } };
  for (const { at } of edits) {
    const [, top = ""] = at.split("/");
    if (top !== "" && whole[top] !== undefined) made[top] = whole[top];
  }
  return made;
}

/** Down to the first list; below it only a strategic patch can name an item. */
function mergeOf(play: Play, edits: readonly Edit[], strategic: boolean): JsonObject {
  const made: JsonObject = {};
  for (const edit of edits) addMerge(made, play, edit, strategic);
  return made;
}

function addMerge(made: JsonObject, { base, random }: Play, edit: Edit, strategic: boolean): void {
  const keys = edit.at.split("/").slice(1).map(unescapeToken);
  let target = made;
  let source: Json | undefined = base;
  for (const [i, key] of keys.entries()) {
    source = isJsonObject(source) ? source[key] : undefined;
    if (Array.isArray(source) && i < keys.length - 1) {
      setKey(target, key, listOf(source, keys.slice(i + 1), edit, random, strategic));
      return;
    }
    if (i === keys.length - 1) setKey(target, key, edit.set ?? null);
    else {
      if (!isJsonObject(target[key])) setKey(target, key, {});
      target = target[key] as JsonObject;
    }
  }
}

const IDENTITIES = ["name", "containerPort", "port", "mountPath", "key", "type", "ip", "topologyKey", "uid"];

function listOf(
  list: readonly Json[],
  [index = "", ...rest]: readonly string[],
  { set }: Edit,
  random: Random,
  strategic: boolean,
): Json {
  const item = list[Number(index)];
  if (!strategic || random.chance(0.2)) {
    const whole = { list: clone([...list]) };
    applyEdit(whole, { at: `/list/${[index, ...rest].join("/")}`, ...(set === undefined ? {} : { set }) });
    return whole.list;
  }
  const named: JsonObject = {};
  if (isJsonObject(item)) for (const key of IDENTITIES) if (Object.hasOwn(item, key)) named[key] = item[key];
  if (rest.length === 0)
    return set === undefined ? [{ ...named, $patch: "delete" }] : withDirective([set], random);
  applyEdit(named, { at: `/${rest.join("/")}`, ...(set === undefined ? { set: null } : { set }) });
  return withDirective([named], random);
}

const withDirective = (list: Json[], random: Random): Json[] =>
  random.chance(0.1) ? [...list, { $patch: random.pick(["replace", "merge", "other"]) }] : list;
