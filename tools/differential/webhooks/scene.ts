import type { JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

/** A resource that requests are about, in the namespace of the case. */
export interface Actor {
  readonly kind: string;
  readonly plural: string;
  readonly group: string;
  readonly version: string;
  readonly base: JsonObject;
  /** Type as `table/version.Kind` in the field tables; undefined: a custom resource. */
  readonly typeName?: string;
  readonly scales?: boolean;
  readonly hasStatus?: boolean;
}

export const NAMESPACE = "x-{{id}}";

const LABELS = { app: "a" };
const POD_SPEC = { containers: [{ name: "main", image: "nginx" }] };
const TEMPLATE = { metadata: { labels: LABELS }, spec: POD_SPEC };

export const ACTORS: readonly Actor[] = [
  actor("", "ConfigMap", "configmaps", { data: { a: "1", b: "2" } }),
  actor("", "Pod", "pods", { metadata: { labels: LABELS }, spec: POD_SPEC }, { hasStatus: true }),
  actor("", "Secret", "secrets", { data: { a: "YQ==" } }),
  actor(
    "",
    "Service",
    "services",
    { spec: { selector: LABELS, ports: [{ port: 80 }] } },
    { hasStatus: true },
  ),
  actor("", "ServiceAccount", "serviceaccounts", {}),
  actor(
    "apps",
    "Deployment",
    "deployments",
    { spec: { replicas: 1, selector: { matchLabels: LABELS }, template: TEMPLATE } },
    { hasStatus: true, scales: true },
  ),
  actor(
    "policy",
    "PodDisruptionBudget",
    "poddisruptionbudgets",
    { spec: { minAvailable: 1, selector: { matchLabels: LABELS } } },
    { hasStatus: true },
  ),
];

function actor(
  group: string,
  kind: string,
  plural: string,
  base: JsonObject,
  more: Partial<Actor> = {},
): Actor {
  return {
    group,
    version: "v1",
    kind,
    plural,
    base,
    typeName: `${group === "" ? "core" : group}/v1.${kind}`,
    ...more,
  };
}

export const apiVersionOf = ({ group, version }: Actor): string =>
  group === "" ? version : `${group}/${version}`;

export const collectionOf = (a: Actor): string =>
  `${a.group === "" ? "/api" : "/apis"}/${apiVersionOf(a)}/namespaces/${NAMESPACE}/${a.plural}`;

export function bodyOf(a: Actor, name: string, metadata: JsonObject = {}): JsonObject {
  const { metadata: own = {}, ...rest } = structuredClone(a.base);
  return {
    apiVersion: apiVersionOf(a),
    kind: a.kind,
    metadata: { name, ...(own as JsonObject), ...metadata },
    ...rest,
  };
}

/** Metadata that webhooks and clients like to change. */
export function metadataOf(random: Random): JsonObject {
  const made: JsonObject = {};
  if (random.chance(0.3)) made.labels = random.pick([{ app: "a", tier: "b" }, { app: "a" }]);
  if (random.chance(0.3)) made.annotations = { note: "n" };
  if (random.chance(0.25))
    made.finalizers = random.pick([["example.com/one"], ["example.com/one", "example.com/two"]]);
  if (random.chance(0.25)) made.ownerReferences = random.pick([[OWNER], [OWNER, OTHER_OWNER]]);
  return made;
}

export const OWNER: JsonObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  name: "owner",
  uid: "01234567-89ab-4def-8123-456789abcdef",
};
export const OTHER_OWNER: JsonObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  name: "other",
  uid: "11234567-89ab-4def-8123-456789abcdef",
};
