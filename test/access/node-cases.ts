import type { Json } from "../../src/json/value.ts";
import type { Asked, Situation } from "./case.ts";
import { CONFIG_MAPS, OBJECTS, pod, SECRETS, VOLUME_SECRETS, VOLUMES } from "./node-objects.ts";
import { reviewed, rules, TOKENS, WITH_USERS } from "./rights-cases.ts";

/** A list and a watch end after a second. */
const LIMITED = "timeoutSeconds=1";

interface Question {
  readonly verb: string;
  readonly group?: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: Json;
}

const NODES = ["system:nodes", "system:authenticated"];

/** A SubjectAccessReview about a node, sent by the administrator. */
const may = (node: string, { ...resourceAttributes }: Question, groups = NODES): Asked => ({
  ...reviewed(`system:node:${node}`, { resourceAttributes }, groups),
  brief: true,
});

const inSpace = (resource: string, name: string, verb = "get"): Question => ({
  verb,
  resource,
  namespace: "on-node",
  name,
});

/** Objects that are reachable in the graph from pods of a node. */
const RELATIONS: readonly Asked[] = ["n1", "n2"].flatMap((node) =>
  [
    ...SECRETS.map((name) => inSpace("secrets", name)),
    ...CONFIG_MAPS.map((name) => inSpace("configmaps", name)),
    ...["claim", "all-own", "unused"].map((name) => inSpace("persistentvolumeclaims", name)),
    ...["account", "default"].map((name) => inSpace("serviceaccounts", name)),
    ...["all", "other", "mirror", "waiting"].map((name) => inSpace("pods", name)),
    ...["r-named", "r-made", "r-none"].map((name) => ({
      ...inSpace("resourceclaims", name),
      group: "resource.k8s.io",
    })),
    ...VOLUMES.map((name) => ({ verb: "get", resource: "persistentvolumes", name })),
    ...VOLUME_SECRETS.flatMap((place) =>
      ["elsewhere", "on-node"].map((namespace) => ({
        verb: "get",
        resource: "secrets",
        namespace,
        name: `v-${place}`,
      })),
    ),
    { verb: "get", group: "storage.k8s.io", resource: "volumeattachments", name: "attached" },
    { verb: "get", group: "resource.k8s.io", resource: "resourceslices", name: "slice" },
  ].map((question) => may(node, question)),
);

const VERBS = "get list watch create update patch delete deletecollection".split(" ");

/** The same verbs for every object that can be related to a node. */
const KINDS: readonly (readonly [group: string, resource: string, namespace: string, name: string])[] = [
  ["", "secrets", "on-node", "s-pull"],
  ["", "configmaps", "on-node", "m-key"],
  ["", "persistentvolumeclaims", "on-node", "claim"],
  ["", "persistentvolumes", "", "on-node-csi"],
  ["", "pods", "on-node", "all"],
  ["", "nodes", "", "n1"],
  ["", "services", "default", "kubernetes"],
  ["", "events", "default", "e"],
  ["", "serviceaccounts", "on-node", "account"],
  ["", "namespaces", "default", "default"],
  ["coordination.k8s.io", "leases", "kube-node-lease", "n1"],
  ["resource.k8s.io", "resourceclaims", "on-node", "r-named"],
  ["resource.k8s.io", "resourceslices", "", "slice"],
  ["storage.k8s.io", "csinodes", "", "n1"],
  ["storage.k8s.io", "csidrivers", "", "d"],
  ["storage.k8s.io", "volumeattachments", "", "attached"],
  ["certificates.k8s.io", "certificatesigningrequests", "", "c"],
  ["certificates.k8s.io", "podcertificaterequests", "on-node", "c"],
  ["node.k8s.io", "runtimeclasses", "", "r"],
];

const VERBS_OF_KINDS: readonly Asked[] = KINDS.flatMap(([group, resource, namespace, name]) =>
  VERBS.map((verb) => may("n1", { verb, group, resource, namespace, name })),
);

const selecting = (fieldSelector: Json, resource = "pods", group = ""): Question => ({
  verb: "list",
  group,
  resource,
  fieldSelector,
});

const ODD: readonly Asked[] = [
  ...["status", "token", "eviction", "proxy", "log"].flatMap((subresource) =>
    ["secrets", "persistentvolumeclaims", "serviceaccounts", "pods", "nodes"].flatMap((resource) =>
      ["get", "create", "patch"].map((verb) => {
        const name = { secrets: "s-pull", persistentvolumeclaims: "claim", serviceaccounts: "account" }[
          resource
        ];
        return may("n1", { ...inSpace(resource, name ?? "all", verb), subresource });
      }),
    ),
  ),
  may("n1", { ...inSpace("serviceaccounts", "default", "create"), subresource: "token" }),
  may("n1", { verb: "create", resource: "serviceaccounts", namespace: "on-node", subresource: "token" }),
  may("n1", { verb: "list", resource: "secrets", namespace: "on-node" }),
  may("n1", { verb: "list", resource: "secrets", name: "s-pull" }),
  may("n1", { verb: "list", resource: "nodes" }),
  may("n1", { verb: "get", resource: "nodes", name: "n2" }),
  may("n1", { verb: "get", resource: "nodes", name: "n1", subresource: "status" }),
  may("n1", { verb: "list", resource: "pods" }),
  may("n1", { verb: "watch", resource: "pods", namespace: "on-node", name: "all" }),
  may("n1", { verb: "watch", resource: "pods", namespace: "on-node", name: "other" }),
  ...["leases", "csinodes"].flatMap((resource) =>
    ["get", "create", "delete"].map((verb) =>
      may("n1", {
        verb,
        group: resource === "leases" ? "coordination.k8s.io" : "storage.k8s.io",
        resource,
        namespace: resource === "leases" ? "kube-node-lease" : "",
        name: "n2",
      }),
    ),
  ),
  may("n1", { verb: "create", group: "coordination.k8s.io", resource: "leases", namespace: "default" }),
  may("n1", {
    verb: "get",
    group: "storage.k8s.io",
    resource: "csinodes",
    name: "n1",
    subresource: "status",
  }),
  may("n1", {
    verb: "get",
    group: "resource.k8s.io",
    resource: "resourceslices",
    name: "slice",
    subresource: "status",
  }),
  may("n1", selecting({ rawSelector: "spec.nodeName=n1" })),
  may("n1", selecting({ rawSelector: "spec.nodeName==n1,status.phase!=Failed" })),
  may("n1", selecting({ rawSelector: "spec.nodeName!=n1" })),
  may("n1", selecting({ rawSelector: "spec.nodeName=n2,spec.nodeName=n1" })),
  may("n1", selecting({ rawSelector: "spec.nodeName=n1,x" })),
  may("n1", selecting({ requirements: [{ key: "spec.nodeName", operator: "In", values: ["n1"] }] })),
  may("n1", selecting({ requirements: [{ key: "spec.nodeName", operator: "NotIn", values: ["n1"] }] })),
  may("n1", selecting({ requirements: [{ key: "spec.nodeName", operator: "In", values: ["n1", "n2"] }] })),
  may("n1", selecting({ rawSelector: "spec.nodeName=n1" }, "resourceslices", "resource.k8s.io")),
  may("n1", selecting({ rawSelector: "spec.nodeName=n2" }, "resourceslices", "resource.k8s.io")),
  may("", inSpace("secrets", "s-pull")),
  may("n1", inSpace("secrets", "s-pull"), ["system:authenticated"]),
  { ...reviewed("jane", { resourceAttributes: { ...inSpace("secrets", "s-pull") } }, NODES), brief: true },
  {
    ...reviewed("system:node:n1", { nonResourceAttributes: { verb: "get", path: "/metrics" } }, NODES),
    brief: true,
  },
];

/** A request of a node. */
const does = (token: string, path: string, method = "GET"): Asked => ({
  name: `${token}: ${method} ${path}`,
  method,
  path,
  token: () => `${token}-token`,
  brief: true,
});

const SPACE = "/api/v1/namespaces/on-node";
const REQUESTS: readonly Asked[] = [
  ...["n1", "n2", "nameless", "groupless"].flatMap((token) =>
    [
      "/api/v1/pods",
      `/api/v1/pods?fieldSelector=spec.nodeName%3Dn1`,
      `/api/v1/pods?fieldSelector=spec.nodeName%3Dn1&watch=true&${LIMITED}`,
      `/api/v1/watch/pods?fieldSelector=spec.nodeName%3Dn1&${LIMITED}`,
      `${SPACE}/pods?fieldSelector=metadata.name%3Dall`,
      `${SPACE}/pods/all`,
      `${SPACE}/secrets`,
      `${SPACE}/secrets/s-pull`,
      `${SPACE}/secrets?fieldSelector=metadata.name%3Ds-key`,
      `${SPACE}/configmaps?fieldSelector=metadata.name%3Dm-key&watch=true&${LIMITED}`,
      `${SPACE}/configmaps?fieldSelector=metadata.name%3Dm-none`,
      "/api/v1/nodes",
      "/api/v1/nodes?fieldSelector=metadata.name%3Dn1",
      "/api/v1/nodes/n1",
      "/api/v1/services",
      "/apis/resource.k8s.io/v1/resourceslices?fieldSelector=spec.nodeName%3Dn1",
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1",
      "/metrics",
    ].map((path) => does(token, path)),
  ),
  does("n1", "/apis/resource.k8s.io/v1/resourceslices?fieldSelector=spec.nodeName%3Dn1&dryRun=All", "DELETE"),
  does("n1", "/apis/resource.k8s.io/v1/resourceslices?dryRun=All", "DELETE"),
  rules("n1"),
];

/** Access to the objects of a deleted pod, and to those of a new pod with the same name. */
const CHANGES: readonly Asked[] = [
  { ...does("admin", `${SPACE}/pods/all?gracePeriodSeconds=0`, "DELETE"), name: "the pod goes" },
  { ...does("n1", `${SPACE}/secrets/s-pull`), name: "its secret is out of reach", until: 403 },
  may("n1", inSpace("configmaps", "m-key"), [...NODES, "afterwards"]),
  may("n1", { verb: "get", resource: "persistentvolumes", name: "on-node-csi" }, [...NODES, "afterwards"]),
  pod("all", "n1", { imagePullSecrets: [{ name: "s-none" }] }, { labels: { second: "" } }),
  { ...does("n1", `${SPACE}/secrets/s-none`), name: "that of another pod is not", until: 404 },
];

const USERS: readonly (readonly [token: string, line: string])[] = [
  ["n1", 'system:node:n1,n1-uid,"system:nodes"'],
  ["n2", 'system:node:n2,n2-uid,"system:nodes"'],
  ["nameless", 'system:node:,nameless-uid,"system:nodes"'],
  ["groupless", 'system:node:n1,groupless-uid,"group"'],
];
export const NODE_TOKENS = TOKENS + USERS.map(([token, line]) => `${token}-token,${line}\n`).join("");

export const NODE_SITUATIONS: readonly Situation[] = [
  {
    name: "nodes",
    flags: [WITH_USERS, "--authorization-mode=Node,RBAC"],
    files: () => ({ "tokens.csv": NODE_TOKENS }),
    asked: [
      ...OBJECTS,
      // The graph may contain new objects only a moment later.
      { ...does("n1", `${SPACE}/secrets/s-ephemeral`), name: "the newest secret", until: 404 },
      {
        ...does("n1", "/apis/storage.k8s.io/v1/volumeattachments/attached"),
        name: "the attachment",
        until: 200,
      },
      { ...does("n1", "/api/v1/persistentvolumes/on-node-csi"), name: "the last volume", until: 200 },
      { ...does("n1", "/apis/resource.k8s.io/v1/resourceslices/slice"), name: "the slice", until: 200 },
      ...RELATIONS,
      ...VERBS_OF_KINDS,
      ...ODD,
      ...REQUESTS,
      ...CHANGES,
    ],
  },
];
