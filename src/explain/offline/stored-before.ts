import { formatGroupVersion, parseGroupVersion } from "../../api/group-version.ts";
import { isJsonObject, type JsonObject, record } from "../../json/value.ts";
import { fewOf } from "../../report/few-of.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import { isNear } from "../near.ts";
import type { Manifest } from "./manifests.ts";
import { homeOf, nameOf } from "./near-manifests.ts";
import type { RequestSpec } from "./request-spec.ts";
import { titleOf } from "./unserved.ts";

/** The object that exists before a request that needs one. */
export type Before =
  | { readonly kind: "given"; readonly object: JsonObject }
  /** The object is not given: it has only the fields that the server requires. */
  | { readonly kind: "assumed"; readonly object: JsonObject }
  | { readonly kind: "unknown" };

/** The fields of a request that identify its object. */
type Named = Pick<RequestSpec, "object" | "oldObject" | "isOldKnown" | "namespace" | "name">;

/** Returns the stored object from `--old`, the request, or the manifests. */
export function storedBefore(request: Named, found: FoundKind, manifests: readonly Manifest[]): Before {
  const { object, oldObject, isOldKnown, namespace, name } = request;
  const before = [oldObject, object].find((one) => one !== null && one.kind === found.kind.kind);
  const known = inManifests(request, found, manifests);
  // An old object that was read from a cluster has precedence over manifests.
  const isOwn = isOldKnown && before === oldObject;
  const given = isOwn ? before : (known ?? before);
  if (given !== undefined && given !== null) return { kind: "given", object: inNamespace(given, namespace) };
  const assumed = name === "" ? undefined : smallest(found, name, namespace);
  return assumed === undefined ? { kind: "unknown" } : { kind: "assumed", object: assumed };
}

/** Returns the objects that the deletion of a collection deletes. */
export const collectionBefore = (
  { namespace }: RequestSpec,
  { kind }: FoundKind,
  manifests: readonly Manifest[],
): JsonObject[] =>
  manifests
    .map(({ object }) => object)
    .filter(({ kind: own, metadata }) => {
      const { namespace: its = "default" } = record(metadata);
      return own === kind.kind && (namespace === "" || its === namespace);
    });

const inNamespace = (object: JsonObject, namespace: string): JsonObject => ({
  ...object,
  metadata: { ...(isJsonObject(object.metadata) ? object.metadata : {}), ...(namespace && { namespace }) },
});

function inManifests(
  { name, namespace }: Named,
  { kind }: FoundKind,
  manifests: readonly Manifest[],
): JsonObject | undefined {
  return manifests.find(({ object }) => {
    const metadata = isJsonObject(object.metadata) ? object.metadata : {};
    const isThere = metadata.name === name && (metadata.namespace ?? "default") === (namespace || "default");
    return object.kind === kind.kind && isThere;
  })?.object;
}

const CONTAINER = { name: "unknown", image: "unknown" };
const TEMPLATE = { metadata: { labels: { app: "unknown" } }, spec: { containers: [CONTAINER] } };
const WORKLOAD = { selector: { matchLabels: { app: "unknown" } }, template: TEMPLATE };
const SPECS: Readonly<Record<string, JsonObject | undefined>> = {
  Pod: { containers: [CONTAINER] },
  Deployment: WORKLOAD,
  ReplicaSet: WORKLOAD,
  StatefulSet: { ...WORKLOAD, serviceName: "unknown" },
  DaemonSet: WORKLOAD,
  ReplicationController: { selector: { app: "unknown" }, template: TEMPLATE },
  ServiceAccount: {},
  Namespace: {},
};

function smallest({ kind, resource }: FoundKind, name: string, namespace: string): JsonObject | undefined {
  const spec = SPECS[kind.kind] ?? (resource.custom ? {} : undefined);
  if (spec === undefined) return undefined;
  const apiVersion = formatGroupVersion(kind);
  const metadata = { name, ...(namespace && { namespace }) };
  return { apiVersion, kind: kind.kind, metadata, ...(Object.keys(spec).length > 0 && { spec }) };
}

/** True if a deletion of the object waits for finalizers. */
export function isBeingDeleted({ metadata }: JsonObject): boolean {
  const { deletionTimestamp, finalizers } = record(metadata);
  return Boolean(deletionTimestamp) && Array.isArray(finalizers) && finalizers.length > 0;
}

/** True if an object has a uid: it was read from a cluster, and exists already. */
export const isFromCluster = ({ metadata }: JsonObject): boolean =>
  isJsonObject(metadata) && typeof metadata.uid === "string";

/** The resource of the only object among the manifests that a Scale can be about; undefined for other requests. */
export function scaledBy(
  { object, resource, name, namespace }: Pick<RequestSpec, "object" | "resource" | "name" | "namespace">,
  manifests: readonly Manifest[],
  registry: Registry,
): FoundKind | undefined {
  if (object?.kind !== "Scale" || resource !== undefined) return undefined;
  const found = manifests.flatMap(({ object: one }) => {
    const kind =
      nameOf(one) === name && homeOf(one) === (namespace || "default") ? kindOf(one, registry) : undefined;
    return kind !== undefined && isScalable(kind) ? [kind] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The objects that a Scale is probably about, in brackets: of its name in other namespaces, or of nearly its name; empty if there are none. */
export function nearScaled(
  { name, namespace }: Pick<RequestSpec, "name" | "namespace">,
  manifests: readonly Manifest[],
  registry: Registry,
): string {
  if (name === "") return " (it has no metadata.name)";
  const near = manifests.flatMap(({ object, line }) => {
    const found = kindOf(object, registry);
    const isHere = homeOf(object) === (namespace || "default");
    const isOne =
      nameOf(object) === name ? isHere || found !== undefined : isHere && isNear(name, nameOf(object));
    return isOne && (found === undefined || isScalable(found))
      ? `${titleOf(object)} in the namespace ${homeOf(object)} at ${line([])}`
      : [];
  });
  return near.length === 0 ? "" : ` (among the manifests is ${fewOf(near, MOST_NEAR)})`;
}

const MOST_NEAR = 3;

const kindOf = ({ apiVersion, kind }: JsonObject, registry: Registry): FoundKind | undefined => {
  const { group, version } = parseGroupVersion(String(apiVersion));
  return registry.findKind(group, version, String(kind));
};

const isScalable = ({ resource }: FoundKind): boolean => resource.subresources.has("scale");
