import type { Verdict } from "../../admission/verdict.ts";
import { equal } from "../../json/equal.ts";
import { type Json, type JsonObject, records } from "../../json/value.ts";
import type { Registry } from "../../resources/registry.ts";
import { shapeAt } from "../refused/shape-at.ts";
import { type Path, pointerOf, valueAt } from "../sources.ts";

/**
 * After an update that makes two items of a list equal in a field: the one that was stored before, and that the request does not
 * have, because a patch merges the list by the key of its items. Empty if there is none, or if the request is no object: a JSON
 * patch merges nothing.
 */
export function keptDuplicate(
  told: string,
  path: Path,
  { attributes, validated, changes, received }: Verdict,
  {
    sent,
    registry,
    isApply,
  }: { readonly sent: Json | undefined; readonly registry: Registry; readonly isApply: boolean },
): string {
  const { operation, oldObject, kind } = attributes;
  const invalid = validated ?? changes.at(-1)?.after ?? received ?? undefined;
  const at = path.findLastIndex((part) => typeof part === "number");
  if (
    operation !== "UPDATE" ||
    sent === undefined ||
    at < 1 ||
    at === path.length - 1 ||
    !DUPLICATE.test(told)
  )
    return "";
  const list = path.slice(0, at);
  const shape = shapeAt(list, registry.findKind(kind.group, kind.version, kind.kind));
  const own = shape?.kind === "list" ? (isApply ? shape.keys : [shape.mergeKey]) : [];
  const keys = own.flatMap((key) => key || []);
  if (keys.length === 0) return "";
  const [now, before, named, merged] = [invalid, oldObject, sent, received].map((one) =>
    records(valueAt(one ?? undefined, list)),
  );
  const isIn = (all: readonly JsonObject[] | undefined, one: JsonObject): boolean =>
    all?.some((other) => keys.every((key) => isSameKey(other[key], one[key]))) === true;
  const [value, inside] = [valueAt(invalid, path), path.slice(at + 1)];
  const index = (now ?? []).findIndex(
    (one) =>
      equal(valueAt(one, inside) ?? null, value ?? null) &&
      before?.some((other) => equal(other, one)) &&
      !isIn(named, one) &&
      // A webhook or policy did not add it again.
      isIn(merged, one),
  );
  const item = now?.[index];
  return item === undefined
    ? ""
    : `; ${pointerOf([...list, index])} (${keys.map((key) => `${key} ${String(item[key])}`).join(", ")}) was stored before, and is not in the request: ${isApply ? "an apply" : "a patch"} merges this list by ${keys.join(" and ")}, and leaves the items that it does not name`;
}

/** A key that the request leaves out can have a default, such as the protocol of a port. */
export const isSameKey = (sent: Json | undefined, stored: Json | undefined): boolean =>
  sent === undefined || equal(sent, stored ?? null);

const DUPLICATE = /Duplicate value|must be unique/;
