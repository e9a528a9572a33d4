import { type JsonObject, record, text } from "../../json/value.ts";
import { causeOf } from "../ending/refusal.ts";
import type { Cause } from "../explanation.ts";
import { isNear, isSlip, nearest } from "../near.ts";
import { pointerOf } from "../sources.ts";
import type { Manifest } from "./manifests.ts";
import type { RequestSpec } from "./request-spec.ts";
import { titleOf } from "./unserved.ts";

/** Members that say which object it is. */
const HEAD = ["apiVersion", "kind", "metadata"];
const NAMES = ["namespace", "name"];

/** A member of the head of an object that is written in another way, such as `kidn`: its pointer and the right name. */
export function misspeltHeads(object: JsonObject): Cause[] {
  const parts = [
    { path: [], own: object, keys: HEAD },
    { path: ["metadata"], own: record(object.metadata), keys: NAMES },
  ];
  return parts.flatMap(({ path, own, keys }) =>
    keys.flatMap((key) => {
      const written = own[key] === undefined ? nearest(key, unknownKeys(own, keys)) : undefined;
      if (written === undefined) return [];
      const told = `the object of the request: unknown field "${[...path, written].join(".")}": "${key}" is probably meant`;
      return [causeOf("unknown-field", told, pointerOf([...path, written]), key)];
    }),
  );
}

const unknownKeys = (object: JsonObject, known: readonly string[]): string[] =>
  Object.keys(object).filter((key) => !known.includes(key));

/** The namespace of an object; of one without a namespace that of kubectl. */
export const homeOf = ({ metadata }: JsonObject): string => text(record(metadata).namespace) || "default";
const nameOf = ({ metadata }: JsonObject): string => text(record(metadata).name);

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
