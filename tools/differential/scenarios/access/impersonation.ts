import type { Json } from "../../../../src/json/value.ts";
import { NS, RBAC, Scenario } from "../scenario.ts";

const WHO = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

type Rule = Readonly<Record<string, readonly string[]>>;

const impersonate = (mode: string, resources: string[], more: Rule = {}): Rule => ({
  apiGroups: ["authentication.k8s.io"],
  verbs: [`impersonate:${mode}`],
  resources,
  ...more,
});
const actOn = (mode: string, verbs: string[], resources: string[], apiGroups = [""]): Rule => ({
  apiGroups,
  verbs: verbs.map((verb) => `impersonate-on:${mode}:${verb}`),
  resources,
});

/** Rights of each service account: one kind of constrained impersonation, or a part of one. */
const ACCOUNTS: Readonly<Record<string, readonly Rule[]>> = {
  nothing: [],
  user: [
    impersonate("user-info", ["users"], { resourceNames: ["bob", "alice"] }),
    impersonate("user-info", ["groups"], { resourceNames: ["dev"] }),
    impersonate("user-info", ["uids"], { resourceNames: ["u1"] }),
    impersonate("user-info", ["userextras/scope"], { resourceNames: ["read"] }),
    actOn("user-info", ["list", "get"], ["pods", "configmaps"]),
    actOn("user-info", ["create"], ["selfsubjectreviews"], ["authentication.k8s.io"]),
    { nonResourceURLs: ["/healthz", "/api/*"], verbs: ["impersonate-on:user-info:get"] },
  ],
  "user-only-first": [impersonate("user-info", ["users"])],
  "user-only-second": [actOn("user-info", ["*"], ["*"], ["*"]), actOn("user-info", ["list"], ["pods"])],
  account: [
    impersonate("serviceaccount", ["serviceaccounts"]),
    actOn(
      "serviceaccount",
      ["list", "create", "deletecollection", "watch", "patch", "update", "delete"],
      ["*"],
      ["*"],
    ),
  ],
  node: [
    impersonate("arbitrary-node", ["nodes"]),
    actOn(
      "arbitrary-node",
      ["list", "create"],
      ["pods", "nodes", "selfsubjectreviews"],
      ["", "authentication.k8s.io"],
    ),
  ],
  legacy: [{ apiGroups: [""], resources: ["users", "groups", "serviceaccounts"], verbs: ["impersonate"] }],
  "legacy-extras": [
    { apiGroups: [""], resources: ["users"], verbs: ["impersonate"] },
    { apiGroups: ["authentication.k8s.io"], resources: ["uids", "userextras/scope"], verbs: ["impersonate"] },
  ],
  wildcard: [
    {
      apiGroups: ["authentication.k8s.io", ""],
      resources: ["*"],
      verbs: ["impersonate:*", "impersonate-on:*"],
    },
  ],
  all: [
    { apiGroups: ["authentication.k8s.io"], resources: ["*"], verbs: ["*"] },
    { apiGroups: ["*"], resources: ["*"], verbs: ["*"] },
  ],
};

/** Impersonated users, groups and values. */
const WANTED: readonly Readonly<Record<string, string>>[] = [
  { "impersonate-user": "bob" },
  { "impersonate-user": "eve" },
  { "impersonate-user": "bob", "impersonate-group": "dev" },
  { "impersonate-user": "bob", "impersonate-group": "ops" },
  { "impersonate-user": "bob", "impersonate-group": "system:masters" },
  { "impersonate-user": "bob", "impersonate-uid": "u1" },
  { "impersonate-user": "bob", "impersonate-uid": "u2" },
  { "impersonate-user": "bob", "impersonate-extra-scope": "read" },
  { "impersonate-user": "bob", "impersonate-extra-scope": "write" },
  { "impersonate-user": "bob", "impersonate-extra-Other%2Fkey": "x" },
  {
    "impersonate-user": "alice",
    "impersonate-group": "dev",
    "impersonate-uid": "u1",
    "impersonate-extra-scope": "read",
  },
  { "impersonate-user": "system:anonymous" },
  { "impersonate-user": "system:serviceaccount:{{ns}}:other" },
  { "impersonate-user": "system:serviceaccount:{{ns}}:other", "impersonate-group": "dev" },
  { "impersonate-user": "system:serviceaccount:{{ns}}:other", "impersonate-uid": "u1" },
  { "impersonate-user": "system:serviceaccount:bad" },
  { "impersonate-user": "system:serviceaccount:a:b:c" },
  { "impersonate-user": "system:node:n1" },
  { "impersonate-user": "system:node:n1", "impersonate-group": "system:nodes" },
  { "impersonate-user": "system:node:" },
  { "impersonate-user": "system:node:Bad_Name" },
  { "impersonate-user": "system:admin" },
  { "impersonate-user": "" },
  { "impersonate-group": "dev" },
  { "impersonate-uid": "u1" },
  { "impersonate-extra-scope": "read" },
  { "impersonate-extra-": "read", "impersonate-user": "bob" },
];

function setUp(s: Scenario): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const [name, rules] of Object.entries(ACCOUNTS)) {
    s.post(`${NS}/serviceaccounts`, { metadata: { name } }, [], { silent: true });
    s.post(`${RBAC}/clusterroles`, { metadata: { name: `{{id}}-${name}` }, rules });
    const subjects = [{ kind: "ServiceAccount", name, namespace: "{{ns}}" }];
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `{{id}}-${name}` };
    s.post(`${RBAC}/clusterrolebindings`, { metadata: { name: `{{id}}-${name}` }, roleRef, subjects });
    s.removes(`${RBAC}/clusterroles/{{id}}-${name}`);
    s.removes(`${RBAC}/clusterrolebindings/{{id}}-${name}`);
    tokens.set(name, s.post(`${NS}/serviceaccounts/${name}/token`, { spec: {} }, [], { silent: true }));
  }
  return tokens;
}

const bearer = (step: string | undefined, wanted: Readonly<Record<string, string>>) => ({
  headers: { authorization: `Bearer {{=${step}:/status/token}}`, ...wanted },
});

/** Each account impersonates each user, for a list, a SelfSubjectReview, and a path that is no resource. */
export function constrained(): Scenario {
  const s = new Scenario("impersonation-constrained");
  const tokens = setUp(s);
  s.send("GET", `${NS}/pods`, undefined, { until: 200, ...bearer(tokens.get("all"), {}) });
  for (const [name, step] of tokens)
    for (const [i, wanted] of WANTED.entries()) {
      s.get(`${NS}/pods`, [], bearer(step, wanted));
      if (i % 3 === 0) s.post(WHO, {}, [], bearer(step, wanted));
      if (i % 4 === 0) s.get("/healthz", [], bearer(step, wanted));
      if (name === "account")
        s.delete(`${NS}/configmaps`, undefined, [["dryRun", "All"]], bearer(step, wanted));
    }
  return s;
}

/** The same rights for other requests: selectors, names, subresources and verbs. */
export function requests(): Scenario {
  const s = new Scenario("impersonation-requests");
  const tokens = setUp(s);
  s.send("GET", `${NS}/pods`, undefined, { until: 200, ...bearer(tokens.get("all"), {}) });
  const asked: [string, string, [string, string][], Json?][] = [
    ["GET", `${NS}/pods`, [["fieldSelector", "metadata.name=a"]]],
    ["GET", `${NS}/pods`, [["fieldSelector", "bad"]]],
    ["GET", `${NS}/pods`, [["labelSelector", "a in (b)"]]],
    ["GET", `${NS}/pods`, [["labelSelector", "a in (b"]]],
    ["GET", `${NS}/pods/x`, []],
    ["GET", `${NS}/pods/x/log`, []],
    ["GET", `${NS}/pods/x/status`, []],
    ["GET", "/api/v1/pods", []],
    ["POST", `${NS}/pods`, [], {}],
    ["PATCH", `${NS}/pods/x`, [], {}],
    ["PUT", `${NS}/pods/x`, [], {}],
    ["DELETE", `${NS}/pods/x`, []],
    ["GET", "/api/v1/nodes", []],
    ["GET", "/api/v1", []],
    ["GET", "/none", []],
    ["GET", "/apis/none.example.com/v1/things", []],
  ];
  const wanted = [WANTED[0], WANTED[12], WANTED[17]];
  for (const [, step] of tokens)
    for (const [method, path, query, body] of asked)
      for (const headers of wanted) s.send(method, path, body, { query, ...bearer(step, headers ?? {}) });
  return s;
}

/** A pod on a node: its token may be that node. */
export function associated(): Scenario {
  const s = new Scenario("impersonation-associated");
  const node = (name: string): Rule[] => [
    impersonate("associated-node", ["nodes"], name === "*" ? {} : { resourceNames: [name] }),
    actOn(
      "associated-node",
      ["list", "get", "create"],
      ["pods", "nodes", "selfsubjectreviews"],
      ["", "authentication.k8s.io"],
    ),
  ];
  const accounts: Record<string, readonly Rule[]> = {
    any: node("*"),
    star: [impersonate("associated-node", ["nodes"], { resourceNames: ["*"] }), ...node("x").slice(1)],
    named: node("n-{{id}}"),
    none: [],
  };
  s.post("/api/v1/nodes", { metadata: { name: "n-{{id}}" } });
  for (const [name, rules] of Object.entries(accounts)) {
    s.post(`${NS}/serviceaccounts`, { metadata: { name } }, [], { silent: true });
    s.post(`${NS}/pods`, {
      metadata: { name },
      spec: { serviceAccountName: name, nodeName: "n-{{id}}", containers: [{ name: "c", image: "i" }] },
    });
    s.post(`${RBAC}/clusterroles`, { metadata: { name: `{{id}}-a-${name}` }, rules });
    s.post(`${RBAC}/clusterrolebindings`, {
      metadata: { name: `{{id}}-a-${name}` },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `{{id}}-a-${name}` },
      subjects: [{ kind: "ServiceAccount", name, namespace: "{{ns}}" }],
    });
    s.removes(`${RBAC}/clusterroles/{{id}}-a-${name}`);
    s.removes(`${RBAC}/clusterrolebindings/{{id}}-a-${name}`);
    const boundObjectRef = { kind: "Pod", apiVersion: "v1", name };
    const bound = s.post(`${NS}/serviceaccounts/${name}/token`, { spec: { boundObjectRef } }, [], {
      silent: true,
    });
    const free = s.post(`${NS}/serviceaccounts/${name}/token`, { spec: {} }, [], { silent: true });
    for (const token of [bound, free])
      for (const user of ["system:node:n-{{id}}", "system:node:other", "bob"]) {
        s.get(`${NS}/pods`, [], bearer(token, { "impersonate-user": user }));
        s.get(`${NS}/pods/x`, [], bearer(token, { "impersonate-user": user }));
        s.post(WHO, {}, [], bearer(token, { "impersonate-user": user }));
        s.get(`${NS}/pods`, [], bearer(token, { "impersonate-user": user, "impersonate-uid": "u" }));
      }
    s.post(WHO, {}, [], bearer(bound, {}));
  }
  s.delete("/api/v1/nodes/n-{{id}}");
  return s;
}
