import type { KubeObject } from "../api/meta.ts";
import { equal } from "../json/equal.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { type Path, pointerOf } from "./sources.ts";

/** Returns the deepest paths at which two values differ; a list of another length differs as a whole. */
export function changedPaths(from: Json | undefined, to: Json | undefined, at: Path = []): Path[] {
  if (from === to || (from !== undefined && to !== undefined && equal(from, to))) return [];
  if (isJsonObject(from) && isJsonObject(to)) {
    const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...keys].flatMap((key) => changedPaths(from[key], to[key], [...at, key]));
  }
  return Array.isArray(from) && Array.isArray(to) && from.length === to.length
    ? from.flatMap((one, index) => changedPaths(one, to[index], [...at, index]))
    : [at];
}

/** More changes than these say little about a refusal. */
const MOST = 3;

/** Metadata that the server itself changes, and the record of managers. */
const KEPT = /^\/metadata\/(?:managedFields|resourceVersion|generation|uid|creationTimestamp)\b/;

/** Names the fields that an update changes, if they are few; empty otherwise. */
export function changesText(from: Json | null | undefined, to: Json | null | undefined): string {
  if (!isJsonObject(from ?? undefined) || !isJsonObject(to ?? undefined)) return "";
  const changed = changedPaths(from ?? undefined, to ?? undefined)
    .map(pointerOf)
    .filter((one) => !KEPT.test(one));
  return changed.length === 0 || changed.length > MOST ? "" : `the request changes ${changed.join(", ")}`;
}

/** True if two states of an object differ in their metadata only. */
export function isSameBelowMetadata(old: KubeObject, now: KubeObject | null | undefined): boolean {
  if (now === null || now === undefined) return false;
  const { metadata: _before, ...before } = old;
  const { metadata: _after, ...after } = now;
  return equal(before, after);
}
