import { applyEdit } from "../../../src/explain/changes/apply-edit.ts";
import type { Change } from "../../../src/explain/explanation.ts";
import type { Json } from "../../../src/json/value.ts";
import { type KubeObject, nameOf } from "./answer.ts";

let planned: Change | undefined;

/** A change that the editor makes when it opens the object the next time. */
export function planChange(change: Change): void {
  planned = change;
}

/** The object with the planned change, if it is one of this object. */
export function withPlannedChange(object: KubeObject): KubeObject {
  const change = planned;
  planned = undefined;
  if (change === undefined || change.of !== nameOf(object)) return object;
  const path = change.at.split("/").slice(1).map(unescaped);
  const target = path.reduce<unknown>(memberOf, object);
  // A change that adds to a list names the list.
  const place = change.op === "add" && Array.isArray(target) ? [...path, "-"] : path;
  const value = change.value === undefined ? {} : { value: change.value };
  return applyEdit(object as unknown as Json, {
    op: change.op,
    path: place,
    ...value,
  }) as unknown as KubeObject;
}

const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
