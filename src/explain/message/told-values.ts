import { isJsonObject, type Json, type JsonObject, record, text } from "../../json/value.ts";
import { type Path, valueAt } from "../sources.ts";
import type { Words } from "./told-words.ts";

/** Shorter values are in many texts by chance. */
const SHORTEST = 5;

/** Returns the places of values that the text of an error is about: values that it has, or that have the wrong type. */
export function readValues(object: JsonObject, words: Words): Path[] {
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
  const path: (string | number)[] = [];
  for (const [, name, itemKey = "", itemValue = ""] of written.matchAll(/\.([\w-]+)|\[(\w+)="?([^"\],]*)/g))
    path.push(name ?? itemsWith(valueAt(object, path), itemKey, itemValue)[0] ?? 0);
  const [, second] = key === undefined ? [] : itemsWith(valueAt(object, path), key, value ?? "");
  return valueAt(object, path) === undefined ? [] : [second === undefined ? path : [...path, second]];
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
