import type { KubeObject } from "../../api/meta.ts";
import { hasEmptyBytes, noteEmptied, sameEmptyBytes } from "../../api/object/emptied.ts";
import { isJsonObject } from "../../json/value.ts";
import { fieldPaths } from "../../types/field-paths.ts";
import type { ResourceDefinition } from "../resource-definition.ts";

/** Member names and list positions, starting at the object. */
export type Place = readonly (string | number)[];

/**
 * Returns the places of empty bytes in a built-in object, which JSON readers cannot see. Protobuf
 * distinguishes empty from absent bytes, so replacing one by the other is a change (`if m.CABundle != nil` in
 * generated.pb.go).
 */
export function emptyBytesOf({ custom, hub }: ResourceDefinition, object: KubeObject): readonly Place[] {
  return custom || IN_JSON.has(hub.group)
    ? []
    : bytesIn(hub.shape).flatMap((path) => [...placesIn(object, path, [])]);
}

/**
 * Groups whose objects the reference stores as JSON (controlplane/apiserver/apiextensions.go and
 * aggregator.go, LegacyCodec).
 */
const IN_JSON: ReadonlySet<string> = new Set(["apiextensions.k8s.io", "apiregistration.k8s.io"]);

/** True if two equal values of a resource are stored as the same bytes. */
export const isStoredAlike = ({ hub }: ResourceDefinition, a: KubeObject, b: KubeObject): boolean =>
  IN_JSON.has(hub.group) || sameEmptyBytes(a, b);

/** Records the places of empty bytes in an object that was read from the store. */
export function noteAgain(object: KubeObject, places: readonly Place[]): void {
  for (const place of places) {
    const owner = place.slice(0, -1).reduce<unknown>((value, part) => memberOf(value, part), object);
    if (isJsonObject(owner)) noteEmptied(owner, String(place.at(-1)), "bytes");
  }
}

function memberOf(value: unknown, part: string | number): unknown {
  if (typeof part === "number") return Array.isArray(value) ? value[part] : undefined;
  return isJsonObject(value) ? value[part] : undefined;
}

function* placesIn(value: unknown, path: readonly string[], at: Place): Generator<Place> {
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* placesIn(item, path, [...at, i]);
  const [name, ...rest] = path;
  if (!isJsonObject(value) || name === undefined) return;
  const here = [...at, name];
  if (rest.length > 0) yield* placesIn(value[name], rest, here);
  else if (hasEmptyBytes(value, name)) yield here;
}

/** Bytes that are printed only if they are not empty. */
const bytesIn = fieldPaths(
  ({ shape, always }) => shape.kind === "scalar" && shape.scalar === "bytes" && !always,
);
