import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import { nearest } from "../near.ts";
import { podSpecPath } from "../pods/pod-template.ts";
import { nearestPath, type Path, pointerOf, valueAt } from "../sources.ts";
import { readValues } from "./told-values.ts";
import type { Words } from "./told-words.ts";

/** Shorter names of fields, such as name and image, are in many objects. */
const SHORTEST_FIELD = 6;
/** Fields of this length are those of one kind. */
const OWN_FIELD = 10;
/** Most places of one object. */
const MOST = 3;

/** Returns the places in an object that the text of an error names. `isKnown`: the text names the object. */
export function pathsIn(object: JsonObject, words: Words, isKnown: boolean): Path[] {
  const pods = podSpecPath(object);
  const found = [
    ...words.fields.map((path) => placeOf(object, path, { isKnown, pods })),
    ...[[], pods.slice(0, -1)].flatMap((base) => keysIn(object, base, words.message)),
    ...named(object, pods, ["containers", "initContainers"], words.containers),
    ...named(object, pods, ["volumes"], words.volumes),
    ...records(record(object.spec).rules).map((rule, index) =>
      words.names.has(text(rule.name)) ? ["spec", "rules", index] : undefined,
    ),
    ...words.references.map(([field, names]) => {
      const path = [...pods, field];
      return names.includes(text(valueAt(object, path))) ? path : undefined;
    }),
    ...words.keys.map((key) => onlyWith(object, key)),
    words.productKey === undefined ? undefined : pathOfKey(object, words.productKey),
    ...(isKnown ? words.set : []).map((key) => {
      const path = onlyWith(object, key);
      return path !== undefined && valueAt(object, path) === true ? path : undefined;
    }),
    ...readValues(object, words),
  ].filter((path) => path !== undefined);
  const byPointer = new Map(found.map((path) => [pointerOf(path), path]));
  const isInner = (pointer: string): boolean =>
    [...byPointer.keys()].every((other) => !other.startsWith(`${pointer}/`));
  return [...byPointer].flatMap(([pointer, path]) => (isInner(pointer) ? [path] : [])).slice(0, MOST);
}

/** The place of the field that a text of a product is about, also if its name is misspelt there. */
export function pathOfKey(object: JsonObject, key: string): Path | undefined {
  const own = onlyWith(object, key);
  const near = own ?? nearest(key, Object.keys(record(object.spec)));
  return typeof near === "string" ? ["spec", near] : near;
}

/** Keys of annotations and labels that the text has, as they are or as the name of a group: `ConfigurationSnippet`. */
const keysIn = (object: JsonObject, base: Path, message: string): Path[] =>
  ["annotations", "labels"].flatMap((list) => {
    const path = [...base, "metadata", list];
    const keys = Object.keys(record(valueAt(object, path)));
    return keys
      .filter(
        (key) => key.includes("/") && (message.includes(key) || message.includes(` group ${groupOf(key)} `)),
      )
      .map((key) => [...path, key]);
  });

const groupOf = (key: string): string =>
  (key.split("/")[1] ?? "").replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Items of lists of a pod that have one of the names. */
const named = (object: JsonObject, pods: Path, lists: readonly string[], told: readonly string[]): Path[] =>
  told.length === 0
    ? []
    : lists.flatMap((list) =>
        records(valueAt(object, [...pods, list])).flatMap(({ name }, index) =>
          told.includes(text(name)) ? [[...pods, list, index]] : [],
        ),
      );

/**
 * A field of the text: as it is, in an object that the text names the nearest part that is there, or the only field of that name,
 * because a controller may have copied it into the object that was refused.
 */
function placeOf(
  object: JsonObject,
  path: Path,
  { isKnown, pods }: { readonly isKnown: boolean; readonly pods: Path },
): Path | undefined {
  const there = nearestPath(object, path);
  const last = String(path.at(-1));
  // Short paths, such as spec.replicas, are in many objects.
  const isOwn = isKnown || path.length > 2 || last.length >= OWN_FIELD;
  if (there.length === path.length) return isOwn ? there : undefined;
  if (isKnown && there.length > 1) return there;
  const inPods = isKnown && path[0] === "spec" ? nearestPath(object, [...pods, ...path.slice(1)]) : [];
  if (inPods.length > pods.length + 1) return inPods;
  return (isKnown && pods.length === 1) || last.length < SHORTEST_FIELD ? undefined : onlyWith(object, last);
}

/** The only place of an object that has a key; undefined for several. */
function onlyWith({ status: _, ...object }: JsonObject, key: string): Path | undefined {
  const found = withKey(object, key, []);
  return found.length === 1 ? found[0] : undefined;
}

function withKey(value: Json, key: string, at: Path): Path[] {
  const parts = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return parts.flatMap(([part, one = null]) => [
    ...(part === key ? [[...at, part]] : []),
    ...withKey(one, key, [...at, part]),
  ]);
}
