import type { Json } from "../../../../src/json/value.ts";
import { Scenario } from "../scenario.ts";
import { tries } from "./tries.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const NS = `${RBAC}/namespaces/{{ns}}`;
const DRY = [["dryRun", "All"]] as const;

type Rule = { readonly [key: string]: readonly string[] };
const rule = (verbs: string, resources: string, apiGroups = "", more: Rule = {}): Rule => ({
  apiGroups: apiGroups.split(","),
  resources: resources.split(","),
  verbs: verbs.split(","),
  ...more,
});
const urls = (verbs: string, ...nonResourceURLs: string[]): Rule => ({
  verbs: verbs.split(","),
  nonResourceURLs,
});

const RULES: readonly (readonly Rule[])[] = [
  [],
  [rule("get", "pods")],
  [rule("get,list", "pods,services")],
  [rule("get", "pods"), rule("list", "pods"), rule("watch", "pods")],
  [rule("get", "pods", "", { resourceNames: ["a"] })],
  [
    rule("get", "pods", "", { resourceNames: ["a", "b"] }),
    rule("list", "pods", "", { resourceNames: ["a"] }),
  ],
  [rule("get", "pods/log")],
  [rule("get", "*/log")],
  [rule("get", "*/scale", "apps")],
  [rule("get", "deployments/scale", "apps,extensions")],
  [rule("*", "pods")],
  [rule("get", "*")],
  [rule("get", "pods", "*")],
  [rule("*", "*", "*")],
  [rule("get", "pods,*")],
  [rule("get", "pods", "apps")],
  [rule("escalate", "roles", "rbac.authorization.k8s.io")],
  [rule("create", "widgets", "example.com")],
];
const CLUSTER_RULES: readonly (readonly Rule[])[] = [
  ...RULES,
  [urls("get", "/healthz")],
  [urls("get", "/healthz/x", "/metrics")],
  [urls("get", "/healthz/*")],
  [urls("get", "*")],
  [urls("*", "/healthz")],
  [urls("post", "/metrics"), rule("get", "pods")],
];

const OWN: readonly Rule[] = [
  rule("get,list", "pods,services"),
  rule("get", "configmaps", "", { resourceNames: ["a"] }),
  rule("get", "pods", "", { resourceNames: ["b"] }),
  rule("get", "*/scale", "apps"),
  rule("create", "*", "example.com"),
  rule("create,update,patch,get", "roles,rolebindings", "rbac.authorization.k8s.io"),
];
const OWN_CLUSTER: readonly Rule[] = [
  rule("create,update,patch,get", "clusterroles,clusterrolebindings", "rbac.authorization.k8s.io"),
  rule("get", "pods"),
  urls("get", "/healthz/*", "/metrics"),
];
const EXTRA: readonly (readonly [string, readonly Rule[]])[] = [
  ["plain", []],
  ["escalates", [rule("escalate", "roles,clusterroles", "rbac.authorization.k8s.io")]],
  ["binds", [rule("bind", "roles,clusterroles", "rbac.authorization.k8s.io")]],
  [
    "binds-one",
    [
      rule("bind", "clusterroles,roles", "rbac.authorization.k8s.io", {
        resourceNames: ["t-big-{{id}}", "big"],
      }),
    ],
  ],
];

/** Roles and bindings of users with limited rights. */
export function escalations(): Scenario {
  const s = new Scenario("rights-escalations");
  const shared = (path: string, name: string, body: object): void => {
    s.post(path, { metadata: { name }, ...body });
    s.removes(`${path}/${name}`);
  };
  shared(`${RBAC}/clusterroles`, "t-big-{{id}}", { rules: [rule("*", "*", "*")] });
  shared(`${RBAC}/clusterroles`, "t-small-{{id}}", { rules: [rule("get", "pods")] });
  s.post(`${NS}/roles`, { metadata: { name: "big" }, rules: [rule("delete", "pods")] });
  s.post(`${NS}/roles`, { metadata: { name: "small" }, rules: [rule("get", "pods")] });
  s.post(`${NS}/roles`, {
    metadata: { name: "owned", ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }] },
    rules: [rule("delete", "pods")],
  });
  const subjects = [{ kind: "User", name: "x" }];
  s.post(`${NS}/rolebindings`, {
    metadata: { name: "strong" },
    roleRef: { kind: "Role", name: "big" },
    subjects,
  });
  s.post(`${NS}/rolebindings`, {
    metadata: { name: "weak" },
    roleRef: { kind: "Role", name: "small" },
    subjects,
  });
  for (const [word, extra] of EXTRA) {
    const name = `e-${word}-{{id}}`;
    shared(`${RBAC}/clusterroles`, name, { rules: [...OWN_CLUSTER, ...extra] });
    shared(`${RBAC}/clusterrolebindings`, name, {
      roleRef: { kind: "ClusterRole", name },
      subjects: [{ kind: "User", name }],
    });
    s.post(`${NS}/roles`, { metadata: { name: `own-${word}` }, rules: OWN });
    s.post(`${NS}/rolebindings`, {
      metadata: { name: `own-${word}` },
      roleRef: { kind: "Role", name: `own-${word}` },
      subjects: [{ kind: "User", name }],
    });
    const headers = { "impersonate-user": name, "impersonate-group": "system:authenticated" };
    s.send("GET", `${RBAC}/clusterroles/${name}`, undefined, { until: 200, headers });
    s.send("GET", `${NS}/roles/own-${word}`, undefined, { until: 200, headers });
    const patch = (path: string, body: Json): string =>
      s.send("PATCH", path, body, {
        query: DRY,
        headers: { ...headers, "content-type": "application/merge-patch+json" },
      });
    for (const rules of RULES) {
      s.post(`${NS}/roles`, { metadata: { name: "new" }, rules }, DRY, { headers });
      patch(`${NS}/roles/small`, { rules: rules as Json });
    }
    for (const rules of CLUSTER_RULES)
      s.post(`${RBAC}/clusterroles`, { metadata: { name: "t-new-{{id}}" }, rules }, DRY, { headers });
    patch(`${NS}/roles/big`, { metadata: { labels: { a: "b" } } });
    patch(`${NS}/roles/owned`, { metadata: { ownerReferences: null } });
    patch(`${NS}/roles/owned`, { metadata: { finalizers: ["example.com/a"] } });
    s.post(
      `${RBAC}/clusterroles`,
      {
        metadata: { name: "t-sum-{{id}}" },
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
      },
      DRY,
      { headers },
    );
    for (const [kind, role] of [
      ["Role", "big"],
      ["Role", "small"],
      ["Role", "none"],
      ["ClusterRole", "t-big-{{id}}"],
      ["ClusterRole", "t-small-{{id}}"],
      ["ClusterRole", "none-{{id}}"],
      ["Other", "x"],
      ["Role", ""],
    ]) {
      s.post(
        `${NS}/rolebindings`,
        { metadata: { name: "new" }, roleRef: { kind, name: role }, subjects },
        DRY,
        { headers },
      );
      s.post(
        `${RBAC}/clusterrolebindings`,
        { metadata: { name: "t-new-{{id}}" }, roleRef: { kind, name: role }, subjects },
        DRY,
        { headers },
      );
    }
    for (const binding of ["strong", "weak"]) {
      patch(`${NS}/rolebindings/${binding}`, { metadata: { labels: { a: "b" } } });
      patch(`${NS}/rolebindings/${binding}`, { metadata: { ownerReferences: [] } });
      patch(`${NS}/rolebindings/${binding}`, { subjects: null });
      patch(`${NS}/rolebindings/${binding}`, { roleRef: { name: "other" } });
    }
    s.send(
      "PUT",
      `${NS}/roles/created`,
      { metadata: { name: "created" }, rules: [rule("get", "pods")] },
      { query: DRY, headers },
    );
    s.send(
      "PUT",
      `${NS}/roles/created`,
      { metadata: { name: "created" }, rules: [rule("delete", "pods")] },
      { query: DRY, headers },
    );
    s.send(
      "PUT",
      `${NS}/rolebindings/created`,
      { metadata: { name: "created" }, roleRef: { kind: "Role", name: "big" } },
      { query: DRY, headers },
    );
  }
  return s;
}

const SUBJECTS: readonly Json[] = [
  { kind: "User", name: "a b" },
  { kind: "User", name: "x", apiGroup: "" },
  { kind: "User", name: "x", namespace: "y" },
  { kind: "Group", name: "x" },
];
const REFS: readonly Json[] = [
  { kind: "Role", name: "A b:c" },
  { kind: "ClusterRole", name: "x" },
  { kind: "ClusterRole", name: "x", apiGroup: "" },
];
const ODD_RULES: readonly Json[] = [
  { verbs: ["get"], apiGroups: [""], resources: [""] },
  { verbs: [""], apiGroups: [""], resources: ["pods"] },
  { verbs: ["get"], nonResourceURLs: ["x", "", "/x*", "*", "/*"] },
  { verbs: ["list", "deletecollection"], apiGroups: [""], resources: ["pods"], resourceNames: ["a"] },
  { verbs: ["get"], apiGroups: ["a b"], resources: ["A/b/c"] },
];

/** Unusual contents of roles and bindings that are valid. The refused ones are generated (`../../rules/`). */
export const rightsTries = (): Scenario =>
  tries("tries-rights", [
    {
      path: `${NS}/roles`,
      base: { rules: [] },
      creates: [...ODD_RULES.map((one) => ({ rules: [one] })), { metadata: { name: "a:b" } }],
      updates: ODD_RULES.map((one) => ({ rules: [one] })),
    },
    {
      path: `${RBAC}/clusterroles`,
      base: { rules: [] },
      creates: [
        ...ODD_RULES.map((one) => ({ rules: [one] })),
        { aggregationRule: { clusterRoleSelectors: [{}] } },
      ],
      updates: [
        { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "{{id}}" } }] } },
        ...ODD_RULES.map((one) => ({ rules: [one] })),
      ],
    },
    ...[
      [`${NS}/rolebindings`, { kind: "Role", name: "x" }] as const,
      [`${RBAC}/clusterrolebindings`, { kind: "ClusterRole", name: "x-{{id}}" }] as const,
    ].map(([path, roleRef]) => ({
      path,
      base: { roleRef },
      creates: [...SUBJECTS.map((one) => ({ subjects: [one] })), ...REFS.map((ref) => ({ roleRef: ref }))],
      updates: SUBJECTS.map((one) => ({ subjects: [one] })),
    })),
  ]);
