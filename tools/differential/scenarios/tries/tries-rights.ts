import type { Json } from "../../../../src/json/value.ts";
import { DRY, RBAC, Scenario } from "../scenario.ts";

const NS = `${RBAC}/namespaces/{{ns}}`;

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
  [rule("get,list", "pods,services")],
  [rule("get", "pods"), rule("list", "pods"), rule("watch", "pods")],
  [
    rule("get", "pods", "", { resourceNames: ["a", "b"] }),
    rule("list", "pods", "", { resourceNames: ["a"] }),
  ],
  [rule("get", "deployments/scale", "apps,extensions")],
  [rule("*", "*", "*")],
];
const CLUSTER_RULES: readonly (readonly Rule[])[] = [...RULES, [urls("get", "*")]];

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
    }
    for (const rules of CLUSTER_RULES)
      s.post(`${RBAC}/clusterroles`, { metadata: { name: "t-new-{{id}}" }, rules }, DRY, { headers });
    patch(`${NS}/roles/owned`, { metadata: { ownerReferences: null } });
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
      ["ClusterRole", "t-big-{{id}}"],
      ["ClusterRole", "t-small-{{id}}"],
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
      patch(`${NS}/rolebindings/${binding}`, { metadata: { ownerReferences: [] } });
      patch(`${NS}/rolebindings/${binding}`, { subjects: null });
    }
  }
  return s;
}
