import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import { nearest } from "../near.ts";
import { podSpecPath } from "../pods/pod-template.ts";
import { nearestPath, type Path, pointerOf, valueAt } from "../sources.ts";
import { appliedPath } from "./applied-path.ts";
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

/** Shorter values are in many texts by chance. */
const SHORTEST = 5;

/** Returns the places of values that the text of an error is about: values that it has, or that have the wrong type. */
function readValues(object: JsonObject, words: Words): Path[] {
  const { message } = words;
  return [
    ...toldValues(object, words),
    ...typedPaths(object, message),
    ...wrongTypes(object, message),
    ...unservedVersion(object, message),
  ];
}

/** Values such as images, hosts and ranges that the text has as they are, and names that it says do not exist. */
function toldValues(object: JsonObject, { message, missing }: Words): Path[] {
  const { apiVersion: _, kind: __, metadata, status: ___, ...content } = object;
  const { name, annotations } = record(metadata);
  const isTold = ({ at, value }: Leaf): boolean =>
    missing.some((one) => one.name === value && isReference(at, one.kind)) ||
    (value !== name && isDistinct(value) && hasWord(message, value));
  const found = [
    ...leavesOf(content, []).filter(isTold),
    ...leavesOf(record(annotations), ["metadata", "annotations"]).filter(({ value }) =>
      missing.some((one) => one.name === value),
    ),
  ];
  return found
    .filter(({ value }) => found.filter((one) => one.value === value).length === 1)
    .map(({ at }) => at);
}

const QUOTED = /'([\w.:/-]{5,253})'|"([\w.:/-]{5,253})"|`([\w.:/-]{5,253})`/g;

/** Values of the refused object that the text has in quotes, if only one field has them. */
export function quotedValues(
  { apiVersion: _, kind: __, metadata, status: ___, ...content }: JsonObject,
  { message }: Words,
): Path[] {
  const quoted = new Set([...message.matchAll(QUOTED)].flatMap((found) => found.slice(1)));
  quoted.delete(text(record(metadata).name));
  // The server copies serviceAccountName into serviceAccount.
  const all = leavesOf(content, []).filter(({ at }) => at.at(-1) !== "serviceAccount");
  return all
    .filter(({ value }) => quoted.has(value) && all.filter((one) => one.value === value).length === 1)
    .map(({ at }) => at);
}

/** True for fields that name an object of a kind: `ingressClassName`, `claimName`, `service.name`, `sourceRef.name`. */
function isReference(path: Path, kind: string): boolean {
  const [parent, last] = path.slice(-2).map((part) => String(part).toLowerCase());
  const field = (last === "name" ? parent : last)?.replace(/(?:name|ref)$/, "") ?? "";
  return field !== "" && (field.endsWith(kind) || kind.endsWith(field));
}

/** True for values that are no words and no versions, such as images and hosts. */
const isDistinct = (value: string): boolean =>
  value.length >= SHORTEST && /[/:.*(]/.test(value) && !/^[\w.]+\/v\d\w*$/.test(value);

/** True if the text has the word as a whole. */
function hasWord(message: string, word: string): boolean {
  const at = message.indexOf(word);
  const [before = " ", after = " "] = [
    message[at - 1],
    message.slice(at + word.length).replace(/^[.,](?=\s|$)/, "")[0],
  ];
  return at >= 0 && !/[\w./-]/.test(before) && !/[\w./@-]/.test(after);
}

interface Leaf {
  readonly at: Path;
  readonly value: string;
}

function leavesOf(value: Json | undefined, at: Path): Leaf[] {
  if (typeof value === "string") return [{ at, value }];
  if (Array.isArray(value)) return value.flatMap((one, index) => leavesOf(one, [...at, index]));
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...at, key]))
    : [];
}

const TYPED = "typed patch object (";

/** A path of server-side apply: `.spec.containers[name="web"].env`, and the second item with a key that two have. */
function typedPaths(object: JsonObject, message: string): Path[] {
  const at = message.indexOf(TYPED);
  const [, kind, written = ""] =
    /^[^()]{1,500}, Kind=(\w{1,63})\): (\.[^:]{1,1000}): (?:field not|duplicate)/.exec(
      at < 0 ? "" : message.slice(at + TYPED.length),
    ) ?? [];
  if (kind === undefined || kind !== object.kind) return [];
  const [, key, value] = /duplicate entries for key \[(\w+)="?([^"\],]*)/.exec(message) ?? [];
  const path = appliedPath(object, written);
  if (path === undefined) return [];
  const [, second] = key === undefined ? [] : itemsWith(valueAt(object, path), key, value ?? "");
  return [second === undefined ? path : [...path, second]];
}

const itemsWith = (list: Json | undefined, key: string, value: string): number[] =>
  Array.isArray(list)
    ? [...list.keys()].filter((index) => {
        const item = list[index];
        return isJsonObject(item) && String(item[key]) === value;
      })
    : [];

/** Values with a type that the decoder refuses, and values of a Secret that are not in base64. */
function wrongTypes(object: JsonObject, message: string): Path[] {
  const [, struct, field = "", type = ""] =
    /Go struct field (\w+)\.([\w.]{1,253}) of type (\w+)/.exec(message) ?? [];
  const [, kind = struct] = /cannot be handled as an? (\w+)/.exec(message) ?? [];
  if (struct !== undefined && kind === object.kind) {
    const path = field.split(".");
    const isWrong = (value: Json | undefined): boolean =>
      type === "string"
        ? typeof value === "number" || typeof value === "boolean"
        : typeof value === "string" && /^(?:u?int\d*|bool)$/.test(type);
    const value = valueAt(object, path);
    if (isWrong(value)) return [path];
    return Object.entries(record(value)).flatMap(([key, one]) => (isWrong(one) ? [[...path, key]] : []));
  }
  if (object.kind !== "Secret" || !message.includes("illegal base64 data")) return [];
  return Object.entries(record(object.data)).flatMap(([key, value]) =>
    BASE64.test(text(value).replaceAll(/\s/g, "")) ? [] : [["data", key]],
  );
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function unservedVersion({ kind, apiVersion }: JsonObject, message: string): Path[] {
  const isMeant = message.includes(`no matches for kind "${text(kind)}" in version "${text(apiVersion)}"`);
  return isMeant ? [["apiVersion"]] : [];
}
