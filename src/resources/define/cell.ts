import type { KubeObject } from "../../api/meta.ts";
import { compileLabelSelector } from "../../api/selectors/label-selector.ts";
import { remembered } from "../../async/remembered.ts";
import { goTexts, isJsonObject, type Json, type JsonObject, records } from "../../json/value.ts";
import type { Cell } from "../kind.ts";
import { humanDuration } from "./human-duration.ts";

/** Builds a cell of a table row from an object in the hub version; `now` in milliseconds. */
export type MakeCell = (object: KubeObject, now: number) => Cell;

/** Returns the value at a path such as `spec.nodeName`. */
export function at(object: JsonObject | undefined, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const key of keysOf(path)) {
    if (!isJsonObject(value)) return undefined;
    value = value[key];
  }
  return value;
}

/** Cache of split paths, because each row reads the same few paths. */
const keysOf = remembered((path): readonly string[] => path.split("."), { entries: 1000 });

/** Returns a text; `absent` if it is absent or empty. */
export function text(object: JsonObject | undefined, path: string, absent = ""): string {
  const value = at(object, path);
  return typeof value === "string" && value !== "" ? value : absent;
}

/** Returns a text, which may be empty; `absent` if it is absent. */
export function optionalText(object: JsonObject | undefined, path: string, absent: string): string {
  const value = at(object, path);
  return typeof value === "string" ? value : absent;
}

/** Returns a number; 0 if it is absent. */
export function count(object: JsonObject | undefined, path: string): number {
  const value = at(object, path);
  return typeof value === "number" ? value : 0;
}

/** Boolean at a path; `absent` for other values. */
export function flag(object: JsonObject | undefined, path: string, absent = false): boolean {
  const value = at(object, path);
  return typeof value === "boolean" ? value : absent;
}

/** Returns the objects in a list. */
export function items(object: JsonObject | undefined, path: string): readonly JsonObject[] {
  const value = at(object, path);
  return records(value);
}

/** Returns the texts in a list, as Go decodes it. */
export function texts(object: JsonObject | undefined, path: string): readonly string[] {
  return goTexts(at(object, path));
}

/** Number of items or members of the value at a path; 0 for other values. */
export function sizeOf(object: JsonObject, path: string): number {
  const value = at(object, path);
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

/** Returns the time since a moment; `<unknown>` if it is absent. */
export function since(moment: Json | undefined, now: number): string {
  if (typeof moment !== "string" || moment === "") return "<unknown>";
  return humanDuration(now - Date.parse(moment));
}

/** `metadata.name`; empty if it is not known yet. */
export const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? "";

/** Time since the creation, such as `5d`. `now`: milliseconds since 1970. */
export const ageOf = ({ metadata }: KubeObject, now: number): string =>
  since(metadata.creationTimestamp, now);

/**
 * Prints labels as `a=b,c=d`; `<none>` if there are none. The pairs are sorted as texts: `a.b/c=d` is before
 * `a=b` (apimachinery/pkg/labels/labels.go, Set.String).
 */
export function formatLabels(labels: Json | undefined): string {
  if (!isJsonObject(labels)) return "<none>";
  const pairs = Object.keys(labels)
    .map((key) => `${key}=${String(labels[key])}`)
    .sort();
  return pairs.length === 0 ? "<none>" : pairs.join(",");
}

/** Prints a label selector; `wrong` if it is invalid. */
export function formatSelector(selector: Json | undefined, empty = "<none>", wrong = "<error>"): string {
  try {
    return compileLabelSelector(selector).toString() || empty;
  } catch {
    return wrong;
  }
}

/** Returns the names and the images of the containers of a pod spec. */
export function containerCells(podSpec: Json | undefined): [string, string] {
  const containers = isJsonObject(podSpec) ? items(podSpec, "containers") : [];
  return [
    containers.map((container) => text(container, "name")).join(","),
    containers.map((container) => text(container, "image")).join(","),
  ];
}

/** Returns the first `max` items of a list, and the number of further items. */
export function someOf(list: readonly string[], max: number, more: number, separator = ","): string {
  const shown = list.slice(0, max).join(separator);
  return more > 0 ? `${shown} + ${more} more...` : shown;
}
