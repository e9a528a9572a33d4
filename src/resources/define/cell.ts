import { goTexts, isJsonObject, type Json, type JsonObject, records } from "../../api/json.ts";
import { compileLabelSelector } from "../../api/label-selector.ts";
import type { KubeObject } from "../../api/meta.ts";
import { remembered } from "../../api/remembered.ts";
import type { Cell } from "../kind.ts";
import { humanDuration } from "./human-duration.ts";

/** A cell of a Table row, of an object in the hub version; `now` in milliseconds. */
export type MakeCell = (object: KubeObject, now: number) => Cell;

/** The value at a path such as `spec.nodeName`. */
export function at(object: JsonObject | undefined, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const key of keysOf(path)) {
    if (!isJsonObject(value)) return undefined;
    value = value[key];
  }
  return value;
}

/** Definitions name the same few paths for every row. */
const keysOf = remembered((path): readonly string[] => path.split("."), { entries: 1000 });

/** A text; `absent` when there is none. */
export function text(object: JsonObject | undefined, path: string, absent = ""): string {
  const value = at(object, path);
  return typeof value === "string" && value !== "" ? value : absent;
}

/** A text that may be empty; `absent` only when it is not there. */
export function optionalText(object: JsonObject | undefined, path: string, absent: string): string {
  const value = at(object, path);
  return typeof value === "string" ? value : absent;
}

/** A number; 0 when there is none. */
export function count(object: JsonObject | undefined, path: string): number {
  const value = at(object, path);
  return typeof value === "number" ? value : 0;
}

export function flag(object: JsonObject | undefined, path: string, absent = false): boolean {
  const value = at(object, path);
  return typeof value === "boolean" ? value : absent;
}

/** The objects of a list. */
export function items(object: JsonObject | undefined, path: string): readonly JsonObject[] {
  const value = at(object, path);
  return records(value);
}

/** The texts of a list, as Go decodes it. */
export function texts(object: JsonObject | undefined, path: string): readonly string[] {
  return goTexts(at(object, path));
}

export function sizeOf(object: JsonObject, path: string): number {
  const value = at(object, path);
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

/** Time since a moment, `<unknown>` when there is none. */
export function since(moment: Json | undefined, now: number): string {
  if (typeof moment !== "string" || moment === "") return "<unknown>";
  return humanDuration(now - Date.parse(moment));
}

export const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? "";

export const ageOf = ({ metadata }: KubeObject, now: number): string =>
  since(metadata.creationTimestamp, now);

/** `a=b,c=d`, `<none>` when empty. The pairs are sorted: `a.b/c=d` is before `a=b` (apimachinery/pkg/labels/labels.go, Set.String). */
export function formatLabels(labels: Json | undefined): string {
  if (!isJsonObject(labels)) return "<none>";
  const pairs = Object.keys(labels)
    .map((key) => `${key}=${String(labels[key])}`)
    .sort();
  return pairs.length === 0 ? "<none>" : pairs.join(",");
}

/** A label selector as text; `wrong` when it cannot be read. */
export function formatSelector(selector: Json | undefined, empty = "<none>", wrong = "<error>"): string {
  try {
    return compileLabelSelector(selector).toString() || empty;
  } catch {
    return wrong;
  }
}

/** Names and images of containers. */
export function containerCells(podSpec: Json | undefined): [string, string] {
  const containers = isJsonObject(podSpec) ? items(podSpec, "containers") : [];
  return [
    containers.map((container) => text(container, "name")).join(","),
    containers.map((container) => text(container, "image")).join(","),
  ];
}

/** The first `max`, and how many more there are. */
export function someOf(list: readonly string[], max: number, more: number, separator = ","): string {
  const shown = list.slice(0, max).join(separator);
  return more > 0 ? `${shown} + ${more} more...` : shown;
}
