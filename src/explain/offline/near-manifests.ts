import { parseGroupVersion } from "../../api/group-version.ts";
import { type JsonObject, record, text } from "../../json/value.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import { causeOf } from "../ending/refusal.ts";
import type { Cause } from "../explanation.ts";
import { isNear, isSlip, nearest } from "../near.ts";
import { type Path, pointerOf, valueAt } from "../sources.ts";
import type { Manifest } from "./manifests.ts";
import type { RequestSpec } from "./request-spec.ts";
import { isVersion, titleOf, unservedManifest } from "./unserved.ts";

/** Members that say which object it is. */
const HEAD = ["apiVersion", "kind", "metadata"];
const NAMES = ["namespace", "name"];

/**
 * Mistakes in the heads of manifests that are not sent to the server, because admission does not read them: no served kind, or
 * misspelt members.
 */
export const strangeManifests = (manifests: readonly Manifest[], registry: Registry): Cause[] =>
  manifests.flatMap((manifest) => {
    const { object, line } = manifest;
    if (HEAD.filter((key) => object[key] !== undefined).length < HEAD.length - 1) return [];
    const { group, version } = parseGroupVersion(text(object.apiVersion));
    const isServed = registry.findKind(group, version, text(object.kind)) !== undefined;
    // Other programs have files of this form, and custom kinds can be known to the server of the user.
    if (registry.group(group) === undefined && !isVersion(text(object.kind))) return [];
    const unserved = isServed ? undefined : unservedManifest(manifest, registry);
    return unserved === undefined
      ? misspeltHeads(object, "it has the", line).map((cause) => ({ ...cause, of: titleOf(object) }))
      : [unserved];
  });

/** A member of the head of an object that is written in another way, such as `kidn`: its place and the right name. */
export function misspeltHeads(
  object: JsonObject,
  what = "the object of the request:",
  placeOf: (path: Path) => string = pointerOf,
): Cause[] {
  const metadata = record(object.metadata);
  const cause = (path: Path, key: string): Cause =>
    causeOf(
      "unknown-field",
      `${what} unknown field "${path.join(".")}": "${key}" is probably meant`,
      placeOf(path),
      key,
    );
  const parts = [
    { path: [], own: object, keys: HEAD },
    { path: ["metadata"], own: metadata, keys: NAMES },
  ];
  return [
    ...parts.flatMap(({ path, own, keys }) =>
      keys.flatMap((key) => {
        const written = own[key] === undefined ? nearest(key, unknownKeys(own, keys)) : undefined;
        return written === undefined ? [] : cause([...path, written], key);
      }),
    ),
    ...NAMES.flatMap((key) =>
      metadata[key] === undefined && typeof object[key] === "string" ? cause([key], `metadata.${key}`) : [],
    ),
  ];
}

const unknownKeys = (object: JsonObject, known: readonly string[]): string[] =>
  Object.keys(object).filter((key) => !known.includes(key));

/** The namespace of an object; of one without a namespace that of kubectl. */
export const homeOf = ({ metadata }: JsonObject): string => text(record(metadata).namespace) || "default";
export const nameOf = ({ metadata }: JsonObject): string => text(record(metadata).name);

/** Says that a deletion names no object, so that it is one of all; undefined for others. */
export function namelessDeletion(
  { operation, name, namespace }: Pick<RequestSpec, "operation" | "name" | "namespace">,
  { resource }: FoundKind,
): string | undefined {
  const where = resource.namespaced ? ` in ${namespace}` : "";
  return operation === "DELETE" && name === ""
    ? `the object has no metadata.name: all ${resource.plural}${where} are deleted`
    : undefined;
}

/** Says that an update has no name, without which it has no URL; undefined for others. */
export function namelessUpdate({
  operation,
  name,
}: Pick<RequestSpec, "operation" | "name">): Cause | undefined {
  const told = "the object of the request has no metadata.name, and an update goes to the URL of one object";
  return operation === "UPDATE" && name === "" ? causeOf("routing", told, "/metadata/name") : undefined;
}

/** The manifest that a request is probably about, in brackets: of nearly its kind or name, or in another namespace; empty if there is none. */
export function nearManifest(
  { kind, name, namespace }: { readonly kind: string; readonly name: string; readonly namespace: string },
  manifests: readonly Manifest[],
): string {
  const here = manifests.filter(({ object }) => homeOf(object) === (namespace || "default"));
  const others = manifests.filter(({ object }) => object.kind === kind);
  if (here.some(({ object }) => object.kind === kind && nameOf(object) === name)) return "";
  const isKind = ({ kind: its }: JsonObject): boolean =>
    text(its) === "" || its === kind || isNear(kind, text(its));
  const found =
    here.find(({ object }) => nameOf(object) === name && isKind(object)) ??
    here.find(({ object }) => object.kind === kind && isNear(name, nameOf(object))) ??
    others.find(({ object }) => nameOf(object) === name && namespace !== "");
  if (found === undefined) return "";
  const home =
    homeOf(found.object) === (namespace || "default") ? "" : ` in the namespace ${homeOf(found.object)}`;
  return ` (${titleOf(found.object)}${home} at ${found.line([])} is probably meant)`;
}

/** Says which manifests are in a namespace that has nearly the name of one of the Namespaces. */
export function nearNamespaces(manifests: readonly Manifest[]): string[] {
  const declared = manifests.flatMap(({ object }) => (object.kind === "Namespace" ? nameOf(object) : []));
  return manifests.flatMap(({ object, line }) => {
    const { namespace } = record(object.metadata);
    const near = declared.includes(text(namespace))
      ? undefined
      : declared.find((one) => isSlip(one, text(namespace)) || one === text(namespace).toLowerCase());
    return near === undefined
      ? []
      : `${titleOf(object)} at ${line(["metadata", "namespace"])} is in the namespace ${text(namespace)}, which is not among the manifests: "${near}" is probably meant`;
  });
}

/**
 * For the eviction of a pod: says which PodDisruptionBudgets have a selector that one label of it does not fit, by a similar key or
 * value, and what is assumed about those without a status.
 */
export function budgetNotes(pod: JsonObject | undefined, manifests: readonly Manifest[]): string[] {
  const isAssumed = manifests.some(
    ({ object: { kind, status } }) => kind === "PodDisruptionBudget" && status === undefined,
  );
  return [
    ...(pod === undefined ? [] : nearBudgets(pod, manifests)),
    ...(isAssumed ? ["budgets without a status are assumed to allow an eviction now"] : []),
  ];
}

function nearBudgets(pod: JsonObject, manifests: readonly Manifest[]): string[] {
  const labels = record(record(pod.metadata).labels);
  return manifests.flatMap(({ object, line }) => {
    if (object.kind !== "PodDisruptionBudget" || homeOf(object) !== homeOf(pod)) return [];
    const path = ["spec", "selector", "matchLabels"];
    const [only, ...more] = Object.entries(record(valueAt(object, path))).filter(
      ([key, value]) => labels[key] !== value,
    );
    if (only === undefined || more.length > 0) return [];
    const [key, value] = only;
    const near = labels[key] === undefined ? nearest(key, Object.keys(labels)) : key;
    const has = near === undefined ? "" : text(labels[near]);
    if (near === undefined || (has !== value && !isNear(has, text(value)))) return [];
    return `${titleOf(object)} does not select the pod: it wants ${key}=${text(value)} (${line([...path, key])}), and the pod has ${near}=${has}`;
  });
}
