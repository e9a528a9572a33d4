import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { Edit } from "../filters/matcher.ts";

/**
 * Returns a copy of a value with one place changed; the given value stays as it is. Missing parents are
 * created.
 */
export function applyEdit(value: Json | undefined, { op, path, value: wanted }: Edit): Json | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return op === "remove" ? undefined : (wanted ?? null);
  const inner = (at: Json | undefined): Json | undefined =>
    applyEdit(at, { op, path: rest, ...(wanted !== undefined && { value: wanted }) });
  if (Array.isArray(value)) return editedList(value, part, inner);
  const object: JsonObject = isJsonObject(value) ? value : {};
  if (part === "-") return [inner(undefined) ?? null];
  const changed = inner(object[part]);
  const others = Object.fromEntries(Object.entries(object).filter(([key]) => key !== String(part)));
  return changed === undefined ? others : { ...object, [part]: changed };
}

function editedList(
  list: readonly Json[],
  part: string | number,
  inner: (at: Json | undefined) => Json | undefined,
): Json[] {
  if (part === "-") return [...list, inner(undefined) ?? null];
  return list.flatMap((item, index) => (index === Number(part) ? (inner(item) ?? []) : [item])) as Json[];
}
