import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { Cause } from "../explanation.ts";
import type { Path } from "../sources.ts";
import type { Ask } from "./ask.ts";
import type { Manifest } from "./manifests.ts";

const CONFIGURATIONS: ReadonlySet<string> = new Set([
  "MutatingAdmissionPolicy",
  "ValidatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "ValidatingAdmissionPolicyBinding",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
]);

/** What admission looks at, besides: in the order in which it is loaded. All else does not matter to it. */
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
];

const kindOf = ({ object }: Manifest): string => String(object.kind);
const metadataOf = (object: JsonObject): JsonObject => (isJsonObject(object.metadata) ? object.metadata : {});

/** The manifests without those of admission itself, in the order in which they can be created. */
export function surroundings(manifests: readonly Manifest[]): Manifest[] {
  const params = new Set(manifests.flatMap(({ object }) => paramKind(object) ?? []));
  const known = SURROUNDINGS.flatMap((kind) => manifests.filter((one) => kindOf(one) === kind));
  const more = manifests.filter(
    (one) => params.has(kindOf(one)) && !known.includes(one) && !CONFIGURATIONS.has(kindOf(one)),
  );
  return [...known, ...more];
}

function paramKind({ spec }: JsonObject): string | undefined {
  const kind = isJsonObject(spec) && isJsonObject(spec.paramKind) ? spec.paramKind.kind : undefined;
  return typeof kind === "string" ? kind : undefined;
}

export const configurations = (manifests: readonly Manifest[]): Manifest[] =>
  [...CONFIGURATIONS].flatMap((kind) => manifests.filter((one) => kindOf(one) === kind));

/** Writes manifests into a cluster. Answers what it refused, as causes. */
export async function load(manifests: readonly Manifest[], cluster: Cluster, ask: Ask): Promise<Cause[]> {
  const refused: Cause[] = [];
  for (const manifest of manifests) {
    const cause = await loadOne(manifest, cluster, ask);
    if (cause !== undefined) refused.push(cause);
  }
  return refused;
}

async function loadOne({ object, line }: Manifest, cluster: Cluster, ask: Ask): Promise<Cause | undefined> {
  const { name, namespace } = metadataOf(object);
  const of = `${String(object.kind)}/${String(name)}`;
  const { status, body } = await write(object, cluster, ask);
  if (status < 300) return undefined;
  const causes = isJsonObject(body.details) ? body.details.causes : undefined;
  const [first] = Array.isArray(causes) ? causes.filter(isJsonObject) : [];
  return {
    code: "invalid-configuration",
    of,
    webhook: "",
    message: `the server refuses it: ${String(body.message ?? status)}`,
    saw: namespace ?? null,
    at: line(pathOfField(first?.field)),
    fix: "",
  };
}

/** `webhooks[0].rules[1].resources` → a path; a map's key in brackets is left out. */
function pathOfField(field: Json | undefined): Path {
  if (typeof field !== "string") return [];
  return [...field.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) =>
    index === undefined ? (/^\d+$/.test(name ?? "") ? Number(name) : (name ?? "")) : Number(index),
  );
}

/** Creates an object, or puts it in the place of what is there. */
export async function write(object: JsonObject, cluster: Cluster, ask: Ask): ReturnType<Ask> {
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
  const collection = found.path.slice(0, found.path.lastIndexOf("/"));
  const created = await ask("POST", collection, own);
  if (created.status !== 409) return created;
  const { body } = await ask("GET", found.path);
  const { resourceVersion = "" } = metadataOf(body);
  return ask("PUT", found.path, { ...own, metadata: { ...metadataOf(own), resourceVersion } });
}

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

/** What is read from a cluster, as it could be sent to one. */
export function withoutServerFields(object: JsonObject): JsonObject {
  const metadata = Object.fromEntries(
    Object.entries(metadataOf(object)).filter(([key]) => !SERVER_FIELDS.has(key)),
  );
  if (object.kind !== "Service" || !isJsonObject(object.spec)) return { ...object, metadata };
  const { clusterIP, clusterIPs: _ips, ...spec } = object.spec;
  return { ...object, metadata, spec: clusterIP === "None" ? { ...spec, clusterIP } : spec };
}
