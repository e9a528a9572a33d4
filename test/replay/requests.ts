import type { JsonObject } from "../../src/json/value.ts";
import { Random } from "../../tools/differential/random.ts";

/** A request, and the requests that must come before it. */
export interface MixedRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: JsonObject | JsonObject[] | undefined;
  /** Created before, each by a POST to a collection. */
  readonly before: readonly { readonly collection: string; readonly object: JsonObject }[];
}

export const NAMESPACES: readonly JsonObject[] = [
  { metadata: { name: "shop", labels: { team: "shop", tier: "gold" } } },
  { metadata: { name: "bank", labels: { team: "bank" } } },
  { metadata: { name: "free" } },
];

export const DEFINITION: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" },
        },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: {
                  size: { type: "integer", default: 1, maximum: 9 },
                  color: { type: "string", enum: ["red", "green", "blue"] },
                },
              },
              status: { type: "object", properties: { size: { type: "integer" } } },
            },
          },
        },
      },
    ],
  },
};

const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const JSON_PATCH = "application/json-patch+json";
const APPLY = "application/apply-patch+yaml";
const JSON_TYPE = "application/json";

/**
 * Random requests that depend only on the seed. Each has its own objects, so that no request depends on the result of
 * another.
 */
export function mixedRequests(count: number, seed: string): MixedRequest[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, n) => random.pick(SORTS)(random, `r${n}`));
}

type Sort = (random: Random, name: string) => MixedRequest;

const core = (namespace: string, plural: string): string => `/api/v1/namespaces/${namespace}/${plural}`;
const apps = (namespace: string, plural: string): string => `/apis/apps/v1/namespaces/${namespace}/${plural}`;
const widgets = (namespace: string): string => `/apis/example.com/v1/namespaces/${namespace}/widgets`;
const spaceOf = (random: Random): string => random.pick(["shop", "bank", "free"]);

function labelsOf(random: Random): JsonObject {
  return {
    ...(random.chance(0.6) && { owner: random.pick(["jane", "joe", "nobody"]) }),
    ...(random.chance(0.4) && { tier: random.pick(["gold", "silver"]) }),
  };
}

const metadataOf = (random: Random, name: string): JsonObject => {
  const labels = labelsOf(random);
  return { name, ...(Object.keys(labels).length > 0 && { labels }) };
};

function podSpec(random: Random): JsonObject {
  const image = random.pick(["registry.example.com/a:1", "docker.io/b:latest", "registry.example.com/c"]);
  return {
    containers: [{ name: "main", image, ...(random.chance(0.3) && { env: [{ name: "A", value: "b" }] }) }],
    ...(random.chance(0.4) && { hostNetwork: true }),
    ...(random.chance(0.3) && { terminationGracePeriodSeconds: random.pick([5, 60, 3600]) }),
  };
}

const pod: Made = (random, name) => ({ metadata: metadataOf(random, name), spec: podSpec(random) });
const configMap: Made = (random, name) => ({ metadata: metadataOf(random, name), data: dataOf(random) });
const secret: Made = (random, name) => ({ metadata: metadataOf(random, name), stringData: dataOf(random) });
const widget: Made = (random, name) => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: metadataOf(random, name),
  spec: { ...(random.chance(0.7) && { size: random.pick([1, 3, 7]) }), color: random.pick(["red", "green"]) },
});
const service: Made = (random, name) => ({
  metadata: metadataOf(random, name),
  spec: {
    type: random.pick(["ClusterIP", "NodePort", "LoadBalancer"]),
    ports: [{ port: random.pick([80, 443]) }],
  },
});
const deployment: Made = (random, name) => ({
  metadata: metadataOf(random, name),
  spec: {
    replicas: random.pick([1, 2, 20]),
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: podSpec(random) },
  },
});
const job: Made = (random, name) => ({
  metadata: metadataOf(random, name),
  spec: { template: { spec: { ...podSpec(random), restartPolicy: "Never" } } },
});
const account: Made = (random, name) => ({ metadata: metadataOf(random, name) });

type Made = (random: Random, name: string) => JsonObject;

function dataOf(random: Random): JsonObject {
  return { a: random.pick(["1", "2", "three"]), ...(random.chance(0.3) && { debug: "true" }) };
}

const COLLECTIONS: readonly (readonly [(namespace: string) => string, Made])[] = [
  [(space) => core(space, "pods"), pod],
  [(space) => core(space, "configmaps"), configMap],
  [(space) => core(space, "secrets"), secret],
  [(space) => core(space, "services"), service],
  [(space) => core(space, "serviceaccounts"), account],
  [(space) => apps(space, "deployments"), deployment],
  [(space) => `/apis/batch/v1/namespaces/${space}/jobs`, job],
  [widgets, widget],
];

/** Collections whose objects an update may change, unlike those of pods, Jobs and service accounts. */
const CHANGED: typeof COLLECTIONS = COLLECTIONS.filter(([, made]) => ![pod, job, account].includes(made));

const post = (path: string, body: JsonObject): MixedRequest => ({
  method: "POST",
  path,
  contentType: JSON_TYPE,
  body,
  before: [],
});

function create(random: Random, name: string): MixedRequest {
  const [collection, made] = random.pick(COLLECTIONS);
  const space = random.chance(0.02) ? "nowhere" : spaceOf(random);
  const object = made(random, name);
  if (random.chance(0.1))
    object.metadata = { ...(object.metadata as JsonObject), name: undefined, generateName: `${name}-` };
  return post(`${collection(space)}?fieldManager=mixed`, object);
}

/** Requests that the kind or the store refuses, whatever admission decides. */
function refused(random: Random, name: string): MixedRequest {
  const space = spaceOf(random);
  const there = configMap(random, name);
  return random.pick<() => MixedRequest>([
    () => post(core(space, "pods"), { metadata: metadataOf(random, name), spec: { containers: [] } }),
    () => post(widgets(space), { ...widget(random, name), spec: { size: 10 } }),
    () => ({
      ...post(core(space, "configmaps"), configMap(random, name)),
      before: [{ collection: core(space, "configmaps"), object: there }],
    }),
    () => ({ ...post(`${core(space, "configmaps")}/${name}`, { metadata: { name } }), method: "PUT" }),
    () => ({ ...post(`${core(space, "configmaps")}/${name}`, {}), method: "DELETE", body: undefined }),
    () => ({
      ...post(`${core(space, "configmaps")}/${name}`, {
        ...there,
        metadata: { ...(there.metadata as JsonObject), resourceVersion: "1" },
      }),
      method: "PUT",
      before: [{ collection: core(space, "configmaps"), object: there }],
    }),
  ])();
}

function update(random: Random, name: string): MixedRequest {
  const [collection, made] = random.pick(CHANGED);
  const path = collection(spaceOf(random));
  const object = made(random, name);
  const next = made(random, name);
  const body = {
    ...next,
    ...(made === deployment && {
      spec: { ...(object.spec as JsonObject), replicas: random.pick([1, 3, 30]) },
    }),
  };
  return {
    method: "PUT",
    path: `${path}/${name}`,
    contentType: JSON_TYPE,
    body,
    before: [{ collection: path, object }],
  };
}

function patch(random: Random, name: string): MixedRequest {
  const [collection, made] = random.pick(CHANGED);
  const path = collection(spaceOf(random));
  const before = [{ collection: path, object: made(random, name) }];
  const labels = { owner: random.pick(["jane", "nobody"]), tier: random.chance(0.5) ? "gold" : null };
  const change = { metadata: { labels, annotations: { note: "x" } } };
  const types = made === widget ? [MERGE, JSON_PATCH] : [MERGE, STRATEGIC, JSON_PATCH];
  const contentType = random.pick(types);
  const body =
    contentType === JSON_PATCH
      ? [{ op: "add", path: "/metadata/annotations", value: { note: "x" } }]
      : change;
  return { method: "PATCH", path: `${path}/${name}`, contentType, body, before };
}

function apply(random: Random, name: string): MixedRequest {
  const path = core(spaceOf(random), "configmaps");
  const there = random.chance(0.7) ? [{ collection: path, object: configMap(random, name) }] : [];
  const body = { apiVersion: "v1", kind: "ConfigMap", ...configMap(random, name), data: { applied: "x" } };
  return {
    method: "PATCH",
    path: `${path}/${name}?fieldManager=mixed&force=true`,
    contentType: APPLY,
    body,
    before: there,
  };
}

function remove(random: Random, name: string): MixedRequest {
  const [collection, made] = random.pick(COLLECTIONS);
  const path = collection(spaceOf(random));
  const body = random.chance(0.3)
    ? { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 0 }
    : undefined;
  return {
    method: "DELETE",
    path: `${path}/${name}`,
    contentType: JSON_TYPE,
    body,
    before: [{ collection: path, object: made(random, name) }],
  };
}

function subresource(random: Random, name: string): MixedRequest {
  const space = spaceOf(random);
  const on = (
    collection: string,
    made: Made,
    more: Pick<MixedRequest, "method" | "contentType" | "body">,
    sub: string,
  ): MixedRequest => ({
    ...more,
    path: `${collection}/${name}/${sub}`,
    before: [{ collection, object: made(random, name) }],
  });
  const merge = (body: JsonObject) => ({ method: "PATCH", contentType: MERGE, body });
  const posted = (body: JsonObject) => ({ method: "POST", contentType: JSON_TYPE, body });
  return random.pick<() => MixedRequest>([
    () =>
      on(
        apps(space, "deployments"),
        deployment,
        merge({ spec: { replicas: random.pick([2, 50]) } }),
        "scale",
      ),
    () => on(apps(space, "deployments"), deployment, merge({ status: { replicas: 1 } }), "status"),
    () => on(widgets(space), widget, merge({ status: { size: 3 } }), "status"),
    () => on(widgets(space), widget, merge({ spec: { size: random.pick([2, 8]) } }), "scale"),
    () =>
      on(
        core(space, "pods"),
        pod,
        posted({ apiVersion: "policy/v1", kind: "Eviction", metadata: { name } }),
        "eviction",
      ),
    () =>
      on(
        core(space, "pods"),
        pod,
        posted({ metadata: { name }, target: { kind: "Node", name: "n" } }),
        "binding",
      ),
    () =>
      on(
        core(space, "serviceaccounts"),
        account,
        posted({ apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} }),
        "token",
      ),
  ])();
}

const SORTS: readonly Sort[] = [
  create,
  create,
  create,
  create,
  update,
  update,
  patch,
  patch,
  apply,
  remove,
  subresource,
  refused,
];
