import type { Verdict } from "../../admission/verdict.ts";
import { equal } from "../../json/equal.ts";
import { isJsonObject, type Json, type JsonObject, text } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { changedPaths } from "../changed-paths.ts";
import { invalidIn } from "../message/server/field-errors.ts";
import { type Path, pointerOf, valueAt } from "../sources.ts";

/**
 * The place of a refused value as the client wrote it: the member of a map, or the field that the server copied the value
 * from. Otherwise the place that the server names.
 */
export function writtenPlace(told: string, path: Path, invalid: JsonObject, sent: Json | null): Path {
  const value = refusedValue(told);
  const there = valueAt(invalid, path);
  if (value === "" || path.length === 0) return path;
  if (isJsonObject(there)) {
    const key = Object.keys(there).find((one) => one === value || there[one] === value);
    return key === undefined ? path : [...path, key];
  }
  const isCopied = valueAt(sent ?? undefined, path) === undefined;
  const sources = isCopied ? placesOf(value, sent ?? undefined).filter((one) => isSource(one, path)) : [];
  return sources.length === 1 ? (sources[0] ?? path) : path;
}

/** True for the name of the object, and for a field whose list the server fills: `clusterIP` of `clusterIPs`. */
const isSource = (from: Path, path: Path): boolean =>
  pointerOf(from) === "/metadata/name" || path.includes(`${String(from.at(-1))}s`);

/** The text that the first error refuses; empty if it is none. */
const refusedValue = (told: string): string =>
  text(attempt(() => JSON.parse(invalidIn(told)?.errors[0]?.value ?? "")));

/** The places of a text in an object. */
function placesOf(value: string, object: Json | undefined, at: Path = []): Path[] {
  if (object === value) return [at];
  if (Array.isArray(object)) return object.flatMap((one, index) => placesOf(value, one, [...at, index]));
  return isJsonObject(object)
    ? Object.entries(object).flatMap(([key, one]) => placesOf(value, one, [...at, key]))
    : [];
}

const MOST = 3;

/**
 * Says what an update changes beside a refused value that was stored before as it is now; empty if the value itself is new,
 * or much changes.
 */
export function changedBeside({ attributes, validated, changes, received }: Verdict, path: Path): string {
  const { oldObject, operation } = attributes;
  const old = oldObject ?? undefined;
  const invalid = validated ?? changes.at(-1)?.after ?? received ?? undefined;
  const [before, now] = [valueAt(old, path), valueAt(invalid, path)];
  if (operation !== "UPDATE" || path.length < 2 || before === undefined || now === undefined) return "";
  if (!equal(before, now)) return "";
  const around = path.slice(0, -1);
  const changed = changedPaths(valueAt(old, around), valueAt(invalid, around), around);
  if (changed.length === 0 || changed.length > MOST) return "";
  const removed = changed.filter((one) => valueAt(invalid, one) === undefined);
  const others = changed.filter((one) => !removed.includes(one));
  const parts = [
    ...(removed.length === 0 ? [] : [`removes ${removed.map(pointerOf).join(", ")}`]),
    ...(others.length === 0 ? [] : [`changes ${others.map(pointerOf).join(", ")}`]),
  ];
  return `; ${pointerOf(path)} was stored before, and the request ${parts.join(", and ")} beside it`;
}
