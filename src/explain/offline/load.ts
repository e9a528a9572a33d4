import { parseGroupVersion } from "../../api/group-version.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { isJsonObject, type JsonObject, record, records, text, texts } from "../../json/value.ts";
import { objectHint } from "../ending/object-hints.ts";
import { causeOf } from "../ending/refusal.ts";
import { type UnknownField, unknownFields } from "../ending/unknown-fields.ts";
import type { Cause } from "../explanation.ts";
import { nearest } from "../near.ts";
import { podBudget, replicasOf } from "../pods/pod-budget.ts";
import { podTemplate } from "../pods/pod-template.ts";
import { definitionHint, withoutRule } from "../refused/definition-hints.ts";
import { fieldPath } from "../refused/field-path.ts";
import { placeInBody } from "../refused/place-in-body.ts";
import { type Path, valueAt } from "../sources.ts";
import { withChange } from "../steps/explained.ts";
import { plainWords } from "../steps/plain-words.ts";
import type { Ask } from "./ask.ts";
import type { Manifest } from "./manifests.ts";
import { titleOf, unservedManifest } from "./unserved.ts";

const POLICIES = [POLICY_KINDS.mutating, POLICY_KINDS.validating];
const CONFIGURATIONS: ReadonlySet<string> = new Set([
  ...POLICIES,
  ...POLICIES.map((kind) => `${kind}Binding`),
  ...[WEBHOOK_KINDS.mutating, WEBHOOK_KINDS.validating],
]);

/** Further kinds that admission reads, in loading order. Other kinds do not affect admission. */
const SURROUNDINGS = [
  "Namespace",
  "CustomResourceDefinition",
  "ServiceAccount",
  "ClusterRole",
  "Role",
  "ClusterRoleBinding",
  "RoleBinding",
  "PriorityClass",
  "RuntimeClass",
  "StorageClass",
  "IngressClass",
  "LimitRange",
  "Service",
  "EndpointSlice",
  "ResourceQuota",
  "PodDisruptionBudget",
];

const kindOf = ({ object }: Manifest): string => String(object.kind);
const metadataOf = (object: JsonObject): JsonObject => record(object.metadata);

/**
 * Returns the manifests that admission reads, without its own configuration, in the order in which they can
 * be created.
 */
export function surroundings(manifests: readonly Manifest[]): Manifest[] {
  const params = new Set(manifests.map(({ object }) => paramKind(object)).filter((kind) => kind !== ""));
  const known = SURROUNDINGS.flatMap((kind) => manifests.filter((one) => kindOf(one) === kind));
  const more = manifests.filter(
    (one) =>
      (params.has(kindOf(one)) || isMisnamed(one, [...SURROUNDINGS, ...params])) &&
      !known.includes(one) &&
      !CONFIGURATIONS.has(kindOf(one)),
  );
  return [...known.map((one) => withBudget(one, manifests)), ...more];
}

/** True for an object without its kind or its apiVersion, or with nearly one of these kinds. */
function isMisnamed({ object: { apiVersion, kind, metadata } }: Manifest, known: readonly string[]): boolean {
  const isPartly = isJsonObject(metadata) && (text(apiVersion) === "") !== (text(kind) === "");
  return isPartly || known.includes(text(apiVersion)) || nearest(text(kind), known) !== undefined;
}

/** Returns the namespaces of all manifests. The Namespace objects need not be among the manifests. */
export function namespacesOf(manifests: readonly Manifest[]): string[] {
  const names = manifests.map(({ object }) => metadataOf(object).namespace);
  return [...new Set(texts(names).filter((name) => name !== ""))];
}

const paramKind = ({ spec }: JsonObject): string => text(record(record(spec).paramKind).kind);

/**
 * Returns the configurations of admission in loading order, followed by objects of its API group with an
 * unknown (misspelt) kind.
 */
export function configurations(manifests: readonly Manifest[]): Manifest[] {
  const known = [...CONFIGURATIONS].flatMap((kind) => manifests.filter((one) => kindOf(one) === kind));
  const unknown = manifests.filter(
    (one) =>
      (isOfAdmission(one) && !CONFIGURATIONS.has(kindOf(one))) ||
      CONFIGURATIONS.has(text(one.object.apiVersion)),
  );
  return [...known, ...unknown];
}

const isOfAdmission = ({ object }: Manifest): boolean =>
  parseGroupVersion(String(object.apiVersion ?? "")).group === "admissionregistration.k8s.io";

/** Writes manifests into a cluster. Returns the errors and warnings of the server as causes. */
export async function load(manifests: readonly Manifest[], cluster: Cluster, ask: Ask): Promise<Cause[]> {
  const refused: Cause[] = [];
  for (const manifest of manifests) {
    refused.push(...(await loadOne(manifest, cluster, ask)));
  }
  return refused;
}

/** Gives a budget without a status that of the disruption controller, if it allows no eviction of the workloads among the manifests. */
function withBudget(manifest: Manifest, manifests: readonly Manifest[]): Manifest {
  const { object } = manifest;
  const pods =
    object.kind === "PodDisruptionBudget" && object.status === undefined ? podsOf(object, manifests) : 0;
  const { allowed, desired } = podBudget(object, pods);
  if (pods === 0 || !(allowed <= 0)) return manifest;
  const status = { disruptionsAllowed: 0, currentHealthy: pods, desiredHealthy: desired, expectedPods: pods };
  return { ...manifest, object: { ...object, status } };
}

/** Number of the pods of a budget; 0 if its selector has no workload, NaN if a workload does not tell its number. */
function podsOf({ metadata, spec }: JsonObject, manifests: readonly Manifest[]): number {
  const wanted = Object.entries(record(record(record(spec).selector).matchLabels));
  const { namespace = "default" } = record(metadata);
  return manifests
    .filter(({ object }) => {
      const labels = record(podTemplate(object)?.metadata.labels);
      const { namespace: its = "default" } = record(object.metadata);
      return its === namespace && wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
    })
    .reduce((sum, { object }) => sum + replicasOf(object), 0);
}

async function loadOne(manifest: Manifest, cluster: Cluster, ask: Ask): Promise<Cause[]> {
  const { object } = manifest;
  const { status, body, warnings = [], path } = await write(object, cluster, ask);
  if (path === undefined) {
    const unserved = unservedManifest(manifest, cluster.registry());
    return unserved === undefined ? [] : [unserved];
  }
  const { group, version } = parseGroupVersion(String(object.apiVersion ?? ""));
  const registry = cluster.registry();
  const found = registry.findKind(group, version, String(object.kind));
  const unknown = unknownFields(warnings.join(" "), found, { object, registry }).map((field) =>
    unknownFieldCause(field, manifest),
  );
  if (status < 300) return unknown;
  return [...unknown, refusedCause(body, status, manifest, found?.kind.shape)];
}

function unknownFieldCause({ path, message, near }: UnknownField, { object, line }: Manifest): Cause {
  const told = `${message}; the server drops it, and it has no effect`;
  const cause = { ...causeOf("unknown-field", told, line(path), near), ...ownerAt(object, path) };
  if (near === "" || near.includes(".")) return cause;
  return withChange(cause, { from: String(path.at(-1)), to: near, called: false });
}

type Shape = Parameters<typeof placeInBody>[2];

/** The cause of a manifest that the server refused, with its place. `body`: the Status. */
export function refusedCause(
  body: JsonObject,
  status: number,
  { object, line }: Manifest,
  shape: Shape,
): Cause {
  const { namespace } = metadataOf(object);
  const { causes } = record(body.details);
  const [first] = records(causes);
  const told = String(body.message ?? status);
  const path =
    typeof first?.field === "string" ? fieldPath(first.field, object) : placeInBody(told, object, shape);
  const advice = definitionHint(told, path, object);
  const message = `the server refuses it: ${plainWords(withoutRule(told))}${objectHint(told, path, object)}`;
  return {
    ...causeOf("invalid-configuration", message, line(path)),
    ...ownerAt(object, path),
    saw: namespace ?? null,
    ...(advice !== "" && { advice }),
  };
}

const ownerAt = (object: JsonObject, path: Path): Pick<Cause, "of" | "webhook"> => ({
  of: titleOf(object),
  webhook: path[0] === "webhooks" ? text(record(valueAt(object, path.slice(0, 2))).name) : "",
});

/** Creates an object, or replaces the existing one. */
export async function write(
  object: JsonObject,
  cluster: Cluster,
  ask: Ask,
): Promise<Awaited<ReturnType<Ask>> & { readonly path?: string }> {
  const own = withoutServerFields(object);
  const { name, namespace } = metadataOf(own);
  const found = cluster.pathOf({
    apiVersion: String(own.apiVersion),
    kind: String(own.kind),
    namespace: String(namespace ?? "default"),
    name: String(name ?? ""),
  });
  if (found === undefined)
    return {
      status: 404,
      body: { message: `no kind ${String(own.kind)} of ${String(own.apiVersion)} is served` },
    };
  const { path } = found;
  const collection = path.slice(0, path.lastIndexOf("/"));
  const created = await ask("POST", collection, own);
  if (created.status !== 409) return { ...(await withStatus(own, path, created, ask)), path };
  const { body } = await ask("GET", path);
  const { resourceVersion = "" } = metadataOf(body);
  const body_ = { ...own, metadata: { ...metadataOf(own), resourceVersion } };
  return { ...(await withStatus(own, path, await ask("PUT", path, body_), ask)), path };
}

/**
 * Writes the status of a ResourceQuota, from which quota is counted, and of a PodDisruptionBudget, which has room if its
 * manifest does not say otherwise; in a real cluster controllers do this.
 */
async function withStatus(
  object: JsonObject,
  path: string,
  written: Awaited<ReturnType<Ask>>,
  ask: Ask,
): Promise<Awaited<ReturnType<Ask>>> {
  const { kind } = object;
  if ((kind !== "ResourceQuota" && kind !== "PodDisruptionBudget") || written.status >= 300) return written;
  const given = record(object.status);
  const hard = record(record(object.spec).hard);
  const used = Object.fromEntries(Object.keys(hard).map((key) => [key, "0"]));
  const { generation = 1 } = metadataOf(written.body);
  const status =
    kind === "ResourceQuota"
      ? { hard, used: { ...used, ...record(given.used) } }
      : { ...ROOM, ...given, observedGeneration: generation };
  await ask("PUT", `${path}/status`, { ...written.body, status });
  return written;
}

/** Status of a budget that allows an eviction. */
const ROOM = { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 };

const SERVER_FIELDS: ReadonlySet<string> = new Set([
  "resourceVersion",
  "uid",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "selfLink",
]);

/** Returns an object without the fields that the server sets, so that it can be sent to a server. */
export function withoutServerFields(object: JsonObject): JsonObject {
  const metadata = without(metadataOf(object), SERVER_FIELDS);
  const spec = record(object.spec);
  if (object.kind === "Service" && isJsonObject(object.spec)) {
    const { clusterIP, clusterIPs: _ips, ...rest } = spec;
    return { ...object, metadata, spec: clusterIP === "None" ? { ...rest, clusterIP } : rest };
  }
  if (object.kind !== "Job" || metadataOf(object).uid === undefined || spec.manualSelector === true)
    return { ...object, metadata };
  // The server makes the selector of a Job from its uid.
  const { selector: _, ...rest } = spec;
  const template = record(spec.template);
  const own = metadataOf(template);
  const labels = without(record(own.labels), JOB_LABELS);
  return { ...object, metadata, spec: { ...rest, template: { ...template, metadata: { ...own, labels } } } };
}

const JOB_LABELS: ReadonlySet<string> = new Set(
  ["controller-uid", "job-name"].flatMap((label) => [label, `batch.kubernetes.io/${label}`]),
);

const without = (object: JsonObject, keys: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
