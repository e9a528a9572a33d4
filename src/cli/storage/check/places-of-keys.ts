import { builtinResources } from "../../../resources/kinds/index.ts";
import type { Defined, Seen } from "./seen.ts";

/** Keys of a resource's objects. */
interface Known {
  /** `deployments.apps`. */
  readonly resource: string;
  readonly namespaced: boolean;
}

/**
 * Prefixes below `/registry/` of data that servers store for themselves, under names that are not those of
 * objects.
 */
const NAMELESS = ["ranges"];

interface KeyOpinion {
  /**
   * Resource that the object counts as: `deployments.apps`, or the prefix of the key if the resource is not
   * known.
   */
  readonly resource: string;
  /** The key that it should have; absent when it is right. */
  readonly expected?: string;
}

/** Compares keys with the stored objects; `defined`: all custom resources. */
export function keyOpinions(defined: readonly Defined[]): (seen: Seen) => KeyOpinion {
  const known = knownPrefixes(defined);
  return (seen) => {
    const path = seen.key.replace(/^\/registry\//, "");
    const prefix = prefixOf(path, known);
    if (prefix === undefined) return unknownPlace(seen, path);
    const { resource, namespaced } = known.get(prefix) ?? { resource: prefix, namespaced: false };
    if (NAMELESS.includes(prefix)) return { resource };
    const expected = `/registry/${prefix}/${namespaced ? `${seen.namespace}/` : ""}${seen.name}`;
    return seen.key === expected ? { resource } : { resource, expected };
  };
}

function knownPrefixes(defined: readonly Defined[]): Map<string, Known> {
  const builtin = builtinResources({ v1beta1Registration: false }).map(
    ({ group, plural, storagePrefix, namespaced }) => ({
      prefix: storagePrefix,
      resource: nameOf(plural, group),
      namespaced,
    }),
  );
  const custom = defined.map(({ group, plural, namespaced }) => ({
    prefix: `${group}/${plural}`,
    resource: nameOf(plural, group),
    namespaced,
  }));
  // The same objects may have two names, as events have: the first one counts.
  const all = [...builtin, ...custom].reverse();
  return new Map([
    ...NAMELESS.map((name): [string, Known] => [name, { resource: name, namespaced: false }]),
    ...all.map(({ prefix, ...place }): [string, Known] => [prefix, place]),
  ]);
}

const nameOf = (plural: string, group: string): string => (group === "" ? plural : `${plural}.${group}`);

/** A prefix has one part or two. */
function prefixOf(path: string, known: ReadonlyMap<string, Known>): string | undefined {
  const [first = "", second = ""] = path.split("/");
  return [`${first}/${second}`, first].find((prefix) => known.has(prefix));
}

/**
 * Checks the key of an object whose resource has no definition in this store (the definition was deleted, or
 * belongs to another server). Only the end of the key can be compared.
 */
function unknownPlace({ key, namespace, name }: Seen, path: string): KeyOpinion {
  const end = `/${namespace === "" ? "" : `${namespace}/`}${name}`;
  if (path.endsWith(end)) return { resource: path.slice(0, -end.length) };
  const [group = "", plural = ""] = path.split("/");
  return { resource: `${group}/${plural}`, expected: `${key.split("/").slice(0, 4).join("/")}${end}` };
}
