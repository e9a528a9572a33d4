import type { FieldPath } from "../../../../../api/validation/field-path.ts";
import { quote } from "../../../../../go/quote.ts";
import { trimEnd } from "../../../../../go/trim-text.ts";
import { membersOf } from "../../../../../json/value.ts";
import type {
  PersistentVolumeClaimSpec as ClaimSpec,
  DownwardAPIVolumeFile as DownwardApiFile,
  KeyToPath,
  VolumeProjection as ProjectedSource,
} from "../../../../../types/tables/core/v1-types.ts";
import { isWhole } from "../../values/amounts.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../../volume-sources/source-fields.ts";
import type { ResourceList, Volume } from "../pod-spec.ts";
import { PathTree } from "./path-tree.ts";

/** Deprecated sources, in the order of the reference; with a path if it differs from the field. */
const DEPRECATED: readonly (readonly [field: string, says: string, path?: string])[] = [
  ["photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"],
  ["scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["storageos", "deprecated in v1.22, non-functional in v1.25+", "storageOS"],
  ["quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["ephemeral", ""],
  ["cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

/** Returns the warning about a deprecated source, which begins with its path. */
export function deprecatedSource(field: string): string {
  const [, says, path = field] = DEPRECATED.find(([name]) => name === field) ?? [field, ""];
  return `${path}: ${says}`;
}

/** Returns the warnings about spec.volumes; `path` is the path of the list. */
export function volumeWarnings(volumes: readonly Volume[], path: FieldPath): string[] {
  const warnings = volumes.flatMap((volume, i) =>
    (hasDeprecated(volume) ? DEPRECATED : []).flatMap(([field, says, name = field]) => {
      const source = fieldsOf(volume, field);
      if (source === undefined) return [];
      if (field !== "ephemeral") return [`${path.index(i).child(name)}: ${says}`];
      const template = fieldsOf(source, "volumeClaimTemplate");
      const specPath = path.index(i).child("ephemeral.volumeClaimTemplate.spec");
      return template === undefined ? [] : claimSpecWarnings(membersOf<ClaimSpec>(template.spec), specPath);
    }),
  );
  return [...warnings, ...volumes.flatMap(overlapWarnings)];
}

const DEPRECATED_FIELDS: ReadonlySet<string> = new Set(DEPRECATED.map(([field]) => field));
const hasDeprecated = (volume: Volume): boolean => {
  for (const key in volume) if (DEPRECATED_FIELDS.has(key)) return true;
  return false;
};

/**
 * Returns the warnings about fractional amounts of storage, which is counted in bytes. `path` is the path of
 * the claim's spec.
 */
export function claimSpecWarnings({ resources = {} }: ClaimSpec, path: FieldPath): string[] {
  return (["requests", "limits"] as const).flatMap((list) =>
    fractionWarnings(resources[list], ["storage"], () => path.child("resources").child(list)),
  );
}

const NONE: readonly string[] = [];

/** True if one of these amounts is not a whole number. */
export function hasFraction(list: ResourceList | undefined, names: readonly string[]): boolean {
  if (list === undefined) return false;
  for (const name of names) if (Object.hasOwn(list, name) && !isWhole(list[name] ?? "")) return true;
  return false;
}

/** Returns the warnings about fractional amounts of these resources. `path` is the path of the list of amounts. */
export function fractionWarnings(
  list: ResourceList | undefined,
  names: readonly string[],
  path: () => FieldPath,
): readonly string[] {
  if (list === undefined || !hasFraction(list, names)) return NONE;
  return names.flatMap((name) => {
    const value = list !== undefined && Object.hasOwn(list, name) ? list[name] : undefined;
    if (value === undefined || isWhole(value)) return [];
    return [`${path().key(name)}: fractional byte value ${quote(value)} is invalid, must be an integer`];
  });
}

interface Place {
  readonly path: string;
  readonly source: string;
}

const printPlace = ({ path, source }: Place): string =>
  source === "" ? quote(path) : `${quote(path)} (${source})`;

/**
 * Returns the warnings about files of one volume whose paths overlap: they are equal, or one is below the
 * other.
 */
function overlapWarnings(volume: Volume): readonly string[] {
  if (!hasFiles(volume)) return NONE;
  const name = quote(volume.name ?? "");
  const warn = (kind: string, overlaps: readonly string[]): string[] =>
    overlaps.map((text) => `volume ${name} (${kind}): overlapping paths: ${text}`);
  const { configMap, secret, downwardAPI, projected } = sourcesOf(volume);
  return [
    ...(configMap
      ? warn(`ConfigMap ${quote(textOf(configMap, "name"))}`, overlaps(itemPlaces(configMap, "")))
      : []),
    ...(secret
      ? warn(`Secret ${quote(textOf(secret, "secretName"))}`, overlaps(itemPlaces(secret, "")))
      : []),
    ...(downwardAPI ? warn("DownwardAPI", overlaps(itemPlaces(downwardAPI, ""))) : []),
    ...(projected ? projectedWarnings(name, listOf(projected, "sources") as ProjectedSource[], warn) : []),
  ];
}

/** True if a volume can have single files with paths of their own; most volumes have none. */
function hasFiles(volume: Volume): boolean {
  const { configMap, secret, downwardAPI, projected } = sourcesOf(volume);
  if (projected !== undefined || downwardAPI !== undefined) return true;
  return configMap?.items !== undefined || secret?.items !== undefined;
}

const sourcesOf = (
  volume: Volume,
): Record<"configMap" | "secret" | "downwardAPI" | "projected", Fields | undefined> => ({
  configMap: fieldsOf(volume, "configMap"),
  secret: fieldsOf(volume, "secret"),
  downwardAPI: fieldsOf(volume, "downwardAPI"),
  projected: fieldsOf(volume, "projected"),
});

const itemPlaces = (source: Fields, label: string): Place[] =>
  (listOf(source, "items") as (KeyToPath | DownwardApiFile)[]).map(({ path = "" }) => ({
    path,
    source: label,
  }));

function projectedWarnings(
  name: string,
  sources: readonly ProjectedSource[],
  warn: (kind: string, overlaps: readonly string[]) => string[],
): string[] {
  const places = new PathTree<Numbered>();
  return sources.flatMap((source) => {
    if (Object.values(source).every((part) => part === undefined))
      return [`volume ${name} (Projected) has no sources provided`];
    return warn("Projected", overlaps(projectedPlaces(source), places));
  });
}

function projectedPlaces({ configMap, secret, downwardAPI, serviceAccountToken }: ProjectedSource): Place[] {
  if (configMap?.items !== undefined)
    return itemPlaces(configMap, `ConfigMap ${quote(configMap.name ?? "")}`);
  if (secret?.items !== undefined) return itemPlaces(secret, `Secret ${quote(secret.name ?? "")}`);
  if (downwardAPI?.items !== undefined) return itemPlaces(downwardAPI, "DownwardAPI");
  if (serviceAccountToken === undefined) return [];
  return [{ path: serviceAccountToken.path ?? "", source: "ServiceAccountToken" }];
}

/** Limit of warnings for one list. A response has fewer. */
const MAX_OVERLAPS = 1000;

/** Compares each place with the earlier ones; adds all of them to `earlier`. */
function overlaps(places: readonly Place[], earlier = new PathTree<Numbered>()): string[] {
  const texts: string[] = [];
  for (const { path, source } of places) {
    const place = { path: trimEnd(path, "/"), source, number: earlier.size };
    if (place.path === "" || texts.length > MAX_OVERLAPS) continue;
    const found = earlier.nested(place.path).sort((a, b) => a.number - b.number);
    for (const other of found) texts.push(`${printPlace(place)} with ${printPlace(other)}`);
    earlier.add(place.path, place);
  }
  return texts;
}

interface Numbered extends Place {
  /** Position in the list; overlaps are ordered by it. */
  readonly number: number;
}
