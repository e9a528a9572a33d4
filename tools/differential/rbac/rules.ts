import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

const GROUPS = ["", "", "apps", "batch", "example.com", "*"];
const RESOURCES = [
  "configmaps",
  "configmaps",
  "pods",
  "pods/log",
  "pods/exec",
  "deployments",
  "deployments/scale",
  "nodes",
  "*",
  "*/scale",
  "*/*",
  "Pods",
];
const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "use", "*"];
const NAMES = ["a", "b", "{{id}}-r", "*", ""];
const URLS = [
  "/healthz",
  "/healthz/*",
  "/api",
  "/api/*",
  "/version*",
  "*",
  "/metrics",
  "/*",
  "healthz",
  "/a/*/b",
];

/** Rules of roles; now and then some that are refused. */
export function ruleOf(random: Random, isCluster: boolean): JsonObject {
  const wrong = random.chance(0.06);
  if (isCluster ? random.chance(0.25) : wrong && random.chance(0.3))
    return {
      nonResourceURLs: random.times(wrong ? 0 : 1, 2, () => random.pick(URLS)),
      verbs: random.times(1, 2, () => random.pick(["get", "head", "post", "*"])),
      ...(wrong ? { resources: ["pods"], apiGroups: [""] } : {}),
    };
  return {
    apiGroups: random.times(wrong ? 0 : 1, 2, () => random.pick(GROUPS)),
    resources: random.times(wrong ? 0 : 1, 3, () => random.pick(RESOURCES)),
    verbs: random.times(wrong ? 0 : 1, 3, () => random.pick(VERBS)),
    ...(random.chance(0.25) ? { resourceNames: random.times(1, 2, () => random.pick(NAMES)) } : {}),
  };
}

/** Random subjects: the user of the case, their groups, an account, and impossible ones. */
export function subjectOf(random: Random): JsonObject {
  const rbac = "rbac.authorization.k8s.io";
  return random.pick<JsonObject>([
    { kind: "User", apiGroup: rbac, name: "u-{{id}}" },
    { kind: "User", apiGroup: rbac, name: "u-{{id}}" },
    { kind: "Group", apiGroup: rbac, name: "g-{{id}}" },
    { kind: "User", name: "other-{{id}}" },
    { kind: "ServiceAccount", name: "account-{{id}}", namespace: "{{ns}}" },
    { kind: "Group", name: "system:serviceaccounts:{{ns}}-none" },
    ...(random.chance(0.1) ? wrongSubjects() : []),
  ]);
}

const wrongSubjects = (): JsonObject[] => [
  { kind: "ServiceAccount", name: "account-{{id}}" },
  { kind: "ServiceAccount", apiGroup: "x", name: "a b", namespace: "{{ns}}" },
  { kind: "Node", name: "n" },
  { kind: "User", name: "" },
  { kind: "user", apiGroup: "", name: "u" },
];

export function aggregationOf(random: Random): JsonObject {
  const selector = (): Json =>
    random.pick<Json>([
      { matchLabels: { "rbac.example.com/{{id}}": "true" } },
      { matchExpressions: [{ key: "a", operator: random.pick(["Exists", "In", "Other"]) }] },
      {},
    ]);
  return { clusterRoleSelectors: random.times(0, 2, selector) };
}

/** Random attributes of a review. */
export function attributesOf(random: Random): JsonObject {
  if (random.chance(0.25))
    return {
      nonResourceAttributes: {
        path: random.pick([
          "/healthz",
          "/healthz/etcd",
          "/api",
          "/api/v1",
          "/version",
          "/metrics",
          "/",
          "",
          "/a/x/b",
        ]),
        verb: random.pick(["get", "head", "post", "put", "*"]),
      },
    };
  const wrong = random.chance(0.05) ? { nonResourceAttributes: { path: "/api", verb: "get" } } : {};
  const [resource, subresource] = random.pick(RESOURCES).split("/");
  return {
    ...wrong,
    resourceAttributes: {
      ...(random.chance(0.7) ? { namespace: random.pick(["{{ns}}", "{{ns}}", "default", ""]) } : {}),
      verb: random.pick(VERBS),
      group: random.pick(GROUPS),
      ...(random.chance(0.3) ? { version: random.pick(["v1", "*", ""]) } : {}),
      resource: resource ?? "",
      ...(subresource === undefined ? {} : { subresource }),
      ...(random.chance(0.3) ? { name: random.pick(NAMES) } : {}),
      ...(random.chance(0.05)
        ? { labelSelector: { rawSelector: "a=b" }, fieldSelector: { rawSelector: "metadata.name=x" } }
        : {}),
    },
  };
}
