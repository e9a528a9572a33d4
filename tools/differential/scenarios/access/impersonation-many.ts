import type { JsonObject } from "../../../../src/json/value.ts";
import type { Step } from "../../case.ts";
import { NS, Scenario } from "../scenario.ts";

const RBAC = "rbac.authorization.k8s.io";
const RIGHTS = `/apis/${RBAC}/v1`;

const rule = (apiGroup: string, resources: string[], verb: string, names: string[] = []): JsonObject => ({
  apiGroups: [apiGroup],
  resources,
  verbs: [verb],
  ...(names.length === 0 ? {} : { resourceNames: names }),
});
const userInfo = (resources: string[], names: string[] = []): JsonObject =>
  rule("authentication.k8s.io", resources, "impersonate:user-info", names);
const onGets = rule("*", ["*"], "impersonate-on:user-info:get");

/** Rights of each service account. */
const ACCOUNTS: Readonly<Record<string, readonly JsonObject[]>> = {
  all: [rule("*", ["*"], "*")],
  wild: [userInfo(["users", "groups", "uids", "userextras/*", "userextras/a"]), onGets],
  some: [
    userInfo(["users"]),
    userInfo(["groups"], ["g1", "g2", "g3", "g4", "g5"]),
    userInfo(["userextras/a"], ["1", "2", "3", "4", "5"]),
    onGets,
  ],
  node: [
    rule("authentication.k8s.io", ["nodes"], "impersonate:arbitrary-node"),
    rule("*", ["*"], "impersonate-on:arbitrary-node:*"),
  ],
  old: [rule("*", ["users", "groups", "serviceaccounts", "uids", "userextras/a"], "impersonate")],
};

const user = (name: string, more: Step["headers"] = {}): NonNullable<Step["headers"]> => ({
  "impersonate-user": name,
  ...more,
});
const groups = (...names: string[]): NonNullable<Step["headers"]> => ({ "impersonate-group": names });

const HEADERS: readonly NonNullable<Step["headers"]>[] = [
  user("u", groups("g1", "g2", "g3", "g4")),
  user("u", groups("g1", "g2", "g3", "g4", "g9")),
  user("u", groups("g1", "")),
  user("u", groups("")),
  user("", groups("g1")),
  user(""),
  user("u", { "impersonate-uid": "" }),
  { "impersonate-uid": "x" },
  groups("g"),
  { "impersonate-extra-a": "1" },
  user("u", { "impersonate-extra-a": ["1", "2", "3", "4"] }),
  user("u", { "impersonate-extra-a": ["1", "2", "3", "9"] }),
  user("u", { "impersonate-extra-a": "" }),
  user("u", { "impersonate-extra-": "x" }),
  user("u", { "impersonate-extra-A%41": "x" }),
  user("u", { "impersonate-extra-a%2": "1" }),
  user("u", { "impersonate-extra-%41": "1" }),
  user("system:node:n"),
  user("system:node:n", groups("g1")),
  user("system:node:n", groups("system:nodes")),
  user("system:node:"),
  user("system:node:A b"),
  user("system:serviceaccount:{{ns}}:all"),
  user("system:serviceaccount:{{ns}}:all", groups("g1")),
  user("system:serviceaccount:x"),
  user("system:serviceaccount::"),
  user("system:serviceaccount:A:b"),
  user("system:anonymous"),
  user("system:anonymous", groups("system:authenticated")),
  user("u", groups("system:unauthenticated")),
  user("u", groups("system:masters")),
  user("a b"),
  { "impersonate-user": ["u", "v"] },
];

/** Makes an account with its rights. Returns the step that was answered its token. */
function account(s: Scenario, name: string, rules: readonly JsonObject[]): string {
  const metadata = { name: `${name}-{{id}}` };
  s.post(`${RIGHTS}/clusterroles`, { metadata, rules });
  s.post(`${RIGHTS}/clusterrolebindings`, {
    metadata,
    roleRef: { apiGroup: RBAC, kind: "ClusterRole", name: metadata.name },
    subjects: [{ kind: "ServiceAccount", namespace: "{{ns}}", name }],
  });
  for (const plural of ["clusterroles", "clusterrolebindings"])
    s.removes(`${RIGHTS}/${plural}/${metadata.name}`);
  s.post(`${NS}/serviceaccounts`, { metadata: { name } });
  return s.post(`${NS}/serviceaccounts/${name}/token`, { spec: {} }, [], { silent: true });
}

/** Impersonation with several groups and extra values, and of names with a meaning of their own. */
export function impersonationOfMany(): Scenario {
  const s = new Scenario("impersonation-of-many");
  const bearers = Object.entries(ACCOUNTS).map(
    ([name, rules]) => `Bearer {{=${account(s, name, rules)}:/status/token}}`,
  );
  const [first = ""] = bearers;
  s.send("GET", `${NS}/configmaps`, undefined, { until: 200, headers: { authorization: first } });
  for (const authorization of [...bearers, undefined])
    for (const header of HEADERS) {
      const headers = authorization === undefined ? header : { authorization, ...header };
      s.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {}, [], { headers });
      s.get(`${NS}/configmaps/none`, [], { headers });
    }
  return s;
}
