import type { Json } from "../../../../src/json/value.ts";
import { Scenario } from "../scenario.ts";
import { NODES, NS, OTHER, OWN } from "./kubelet.ts";

const SAR = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
const VERBS = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
  "*",
  "bind",
];
/** Group, resource, subresource, and names in the namespace of the scenario or of the cluster. */
const RESOURCES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ["", "secrets", "", ["s", "of-pv", "of-csi", "env", "unknown", "mirror", ""]],
  ["", "secrets", "x", ["s"]],
  ["", "configmaps", "", ["c", "unknown", ""]],
  ["", "persistentvolumeclaims", "", ["claim", "p-e", "unknown"]],
  ["", "persistentvolumeclaims", "status", ["claim", "unknown", ""]],
  ["", "persistentvolumes", "", ["pv-{{id}}", "free-{{id}}"]],
  ["", "pods", "", ["p", "m", "theirs", "nobodys", ""]],
  ["", "pods", "status", ["p", "theirs"]],
  ["", "pods", "eviction", ["p"]],
  ["", "pods", "exec", ["p"]],
  ["", "nodes", "", [OWN, OTHER, ""]],
  ["", "nodes", "status", [OWN, OTHER]],
  ["", "nodes", "proxy", [OWN]],
  ["", "serviceaccounts", "", ["default", "unknown", ""]],
  ["", "serviceaccounts", "token", ["default", "unknown", ""]],
  ["", "services", "", ["x", ""]],
  ["", "endpoints", "", ["x"]],
  ["", "events", "", [""]],
  ["events.k8s.io", "events", "", ["x"]],
  ["coordination.k8s.io", "leases", "", [OWN, OTHER, ""]],
  ["storage.k8s.io", "csinodes", "", [OWN, OTHER, ""]],
  ["storage.k8s.io", "csinodes", "x", [OWN]],
  ["storage.k8s.io", "csidrivers", "", ["x"]],
  ["storage.k8s.io", "volumeattachments", "", ["a-{{id}}", "b-{{id}}"]],
  ["resource.k8s.io", "resourceclaims", "", ["rc", "made", "extended", "unknown"]],
  ["resource.k8s.io", "resourceslices", "", [`s-${OWN}`, `s-${OTHER}`, ""]],
  ["resource.k8s.io", "resourceslices", "x", [`s-${OWN}`]],
  ["node.k8s.io", "runtimeclasses", "", ["x"]],
  ["certificates.k8s.io", "certificatesigningrequests", "", ["x"]],
  ["certificates.k8s.io", "podcertificaterequests", "", ["x", ""]],
  ["certificates.k8s.io", "podcertificaterequests", "status", ["x"]],
  ["certificates.k8s.io", "clustertrustbundles", "", ["x"]],
  ["authentication.k8s.io", "tokenreviews", "", [""]],
  ["authorization.k8s.io", "subjectaccessreviews", "", [""]],
  ["authorization.k8s.io", "selfsubjectaccessreviews", "", [""]],
  ["apps", "deployments", "", ["x"]],
  ["*", "*", "", [""]],
];

function prepare(s: Scenario): void {
  for (const name of [OWN, OTHER]) {
    s.post(NODES, { metadata: { name } });
    s.removes(`${NODES}/${name}`);
    s.post("/apis/resource.k8s.io/v1/resourceslices", {
      metadata: { name: `s-${name}` },
      spec: {
        nodeName: name,
        driver: "d.example.com",
        pool: { name: "p", resourceSliceCount: 1 },
        devices: [],
      },
    });
    s.removes(`/apis/resource.k8s.io/v1/resourceslices/s-${name}`);
  }
  s.post(`${NS}/serviceaccounts`, { metadata: { name: "default" } });
  for (const [name, nodeName] of [
    ["a", OWN],
    ["b", OTHER],
  ]) {
    s.post("/apis/storage.k8s.io/v1/volumeattachments", {
      metadata: { name: `${name}-{{id}}` },
      spec: { attacher: "x", nodeName, source: { persistentVolumeName: "pv-{{id}}" } },
    });
    s.removes(`/apis/storage.k8s.io/v1/volumeattachments/${name}-{{id}}`);
  }
  const secretRef = (name: string): Json => ({ name, namespace: "{{ns}}" });
  for (const [name, more] of [
    ["pv", { rbd: { monitors: ["m"], image: "i", secretRef: { name: "of-pv" } } }],
    [
      "csi",
      {
        csi: {
          driver: "d",
          volumeHandle: "h",
          nodePublishSecretRef: secretRef("of-csi"),
          controllerPublishSecretRef: secretRef("hidden"),
        },
      },
    ],
    ["free", { hostPath: { path: "/" } }],
  ] as const) {
    s.post("/api/v1/persistentvolumes", {
      metadata: { name: `${name}-{{id}}` },
      spec: {
        capacity: { storage: "1" },
        accessModes: ["ReadWriteOnce"],
        ...(name === "free" ? {} : { claimRef: { namespace: "{{ns}}", name: "claim" } }),
        ...more,
      },
    });
    s.removes(`/api/v1/persistentvolumes/${name}-{{id}}`);
  }
  const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } };
  const pod = (name: string, nodeName: string | undefined, spec: object, annotations: object = {}): void => {
    s.post(`${NS}/pods`, {
      metadata: { name, annotations },
      spec: {
        ...(nodeName === undefined ? {} : { nodeName }),
        serviceAccountName: "default",
        containers: [{ name: "c", image: "i" }],
        ...spec,
      },
    });
  };
  const volumes = [
    { name: "s", secret: { secretName: "s" } },
    { name: "c", configMap: { name: "c" } },
    { name: "v", persistentVolumeClaim: { claimName: "claim" } },
    { name: "e", ephemeral: { volumeClaimTemplate: { spec: claim } } },
  ];
  pod("p", OWN, {
    volumes,
    containers: [{ name: "c", image: "i", envFrom: [{ secretRef: { name: "env" } }] }],
    resourceClaims: [
      { name: "a", resourceClaimName: "rc" },
      { name: "b", resourceClaimTemplateName: "t" },
    ],
  });
  pod("theirs", OTHER, {});
  pod("nobodys", undefined, {});
  s.patch("merge", `${NS}/pods/p/status`, {
    status: {
      resourceClaimStatuses: [{ name: "b", resourceClaimName: "made" }],
      extendedResourceClaimStatus: {
        resourceClaimName: "extended",
        requestMappings: [{ containerName: "c", resourceName: "example.com/gpu", requestName: "q" }],
      },
    },
  });
}

const reviewOf = (user: string, groups: readonly string[], attributes: object): Json =>
  JSON.parse(JSON.stringify({ spec: { user, groups, resourceAttributes: attributes } }));

/** Decisions of the authorizer Node for every verb and kind: `--flag=--authorization-mode=Node,RBAC`. */
export function nodeAuthorizer(): Scenario {
  const s = new Scenario("authorizer-node-reviews");
  prepare(s);
  const user = `system:node:${OWN}`;
  s.send("GET", `${NS}/secrets/env`, undefined, {
    headers: { "impersonate-user": user, "impersonate-group": "system:nodes" },
    until: 404,
  });
  const ask = (attributes: object, who = user, groups = ["system:nodes"]): string =>
    s.post(SAR, reviewOf(who, groups, attributes));
  for (const [group, resource, subresource, names] of RESOURCES)
    for (const verb of VERBS)
      for (const name of names) ask({ verb, group, resource, subresource, namespace: "{{ns}}", name });
  for (const [group, resource, , names] of RESOURCES)
    for (const namespace of ["", "kube-node-lease"])
      for (const verb of ["get", "create"]) ask({ verb, group, resource, namespace, name: names[0] });
  for (const [group, resource] of [
    ["", "pods"],
    ["resource.k8s.io", "resourceslices"],
    ["", "secrets"],
    ["certificates.k8s.io", "podcertificaterequests"],
  ])
    for (const verb of ["list", "watch", "deletecollection", "get"])
      for (const rawSelector of [
        `spec.nodeName=${OWN}`,
        `spec.nodeName==${OWN}`,
        `spec.nodeName!=${OWN}`,
        `spec.nodeName=${OTHER}`,
        `metadata.name=p,spec.nodeName=${OWN}`,
        "metadata.name=p",
        "x",
      ])
        ask({ verb, group, resource, namespace: "{{ns}}", fieldSelector: { rawSelector } });
  for (const operator of ["In", "NotIn", "Exists"])
    for (const values of [[OWN], [OWN, OTHER], []])
      ask({
        verb: "list",
        resource: "pods",
        fieldSelector: { requirements: [{ key: "spec.nodeName", operator, values }] },
      });
  for (const who of ["system:node:", "system:node:unknown", "x", "system:nodex"])
    for (const groups of [["system:nodes"], ["x"], []])
      for (const resource of ["pods", "services", "secrets"])
        ask({ verb: "get", resource, namespace: "{{ns}}", name: "p" }, who, groups);
  for (const path of ["/api", "/metrics", "/x"])
    s.post(SAR, { spec: { user, groups: ["system:nodes"], nonResourceAttributes: { path, verb: "get" } } });
  return s;
}

/** Responses to kubelets, with the reasons of both authorizers. */
export function nodeAuthorizerRequests(): Scenario {
  const s = new Scenario("authorizer-node-requests");
  prepare(s);
  const headers = { "impersonate-user": `system:node:${OWN}`, "impersonate-group": "system:nodes" };
  s.send("GET", `${NS}/secrets/env`, undefined, { headers, until: 404 });
  const send = (
    method: string,
    path: string,
    body?: unknown,
    query: readonly (readonly [string, string])[] = [],
  ): void => {
    s.send(method, path, body, { headers, query });
  };
  for (const path of [
    "secrets/s",
    "secrets/x",
    "configmaps/c",
    "configmaps",
    "secrets",
    "pods/p",
    "pods/theirs",
    "pods/nobodys",
    "pods",
    "persistentvolumeclaims/claim",
    "persistentvolumeclaims",
    "serviceaccounts/default",
    "serviceaccounts",
    "services",
    "endpoints/x",
    "events",
    "pods/p/log",
  ])
    send("GET", `${NS}/${path}`);
  for (const selector of [
    `spec.nodeName=${OWN}`,
    `spec.nodeName=${OTHER}`,
    "metadata.name=p",
    "metadata.name=theirs",
    `spec.nodeName!=${OTHER}`,
  ]) {
    send("GET", `${NS}/pods`, undefined, [["fieldSelector", selector]]);
    send("GET", "/api/v1/pods", undefined, [["fieldSelector", selector]]);
    send("GET", "/apis/resource.k8s.io/v1/resourceslices", undefined, [["fieldSelector", selector]]);
  }
  for (const name of ["s", "x"])
    for (const resource of ["secrets", "configmaps"])
      send("GET", `${NS}/${resource}`, undefined, [["fieldSelector", `metadata.name=${name}`]]);
  for (const path of [
    `nodes/${OWN}`,
    `nodes/${OTHER}`,
    "nodes",
    "persistentvolumes/pv-{{id}}",
    "persistentvolumes/free-{{id}}",
    "namespaces/{{ns}}",
  ])
    send("GET", `/api/v1/${path}`);
  send("GET", NODES, undefined, [["fieldSelector", `metadata.name=${OWN}`]]);
  send("POST", `${NS}/serviceaccounts/default/token`, { spec: {} }, [["dryRun", "All"]]);
  send("POST", `${NS}/serviceaccounts/other/token`, { spec: {} }, [["dryRun", "All"]]);
  send("POST", `${NS}/serviceaccounts`, { metadata: { name: "z" } }, [["dryRun", "All"]]);
  send("DELETE", `${NODES}/${OWN}`, undefined, [["dryRun", "All"]]);
  send("PUT", `${NS}/pods/p`, {}, [["dryRun", "All"]]);
  send("POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", { spec: { namespace: "{{ns}}" } });
  send("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    spec: { resourceAttributes: { verb: "get", resource: "secrets", name: "s", namespace: "{{ns}}" } },
  });
  send("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {});
  // Access ends with the pod, and begins with a new reference of an ephemeral container.
  s.patch("strategic", `${NS}/pods/p/ephemeralcontainers`, {
    spec: {
      ephemeralContainers: [
        {
          name: "d",
          image: "i",
          env: [{ name: "E", valueFrom: { secretKeyRef: { name: "late", key: "k" } } }],
        },
      ],
    },
  });
  s.send("GET", `${NS}/secrets/late`, undefined, { headers, until: 404 });
  s.delete(`${NS}/pods/p`, { gracePeriodSeconds: 0 });
  s.send("GET", `${NS}/secrets/late`, undefined, { headers, until: 403 });
  for (const path of ["secrets/s", "secrets/of-pv", "configmaps/c", "persistentvolumeclaims/claim", "pods/p"])
    send("GET", `${NS}/${path}`);
  return s;
}
