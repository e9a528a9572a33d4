import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Case, Step } from "../case.ts";
import type { Random } from "../random.ts";
import { aggregationOf, attributesOf, ruleOf, subjectOf } from "../rbac/rules.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const REVIEWS = "/apis/authorization.k8s.io/v1";
const COLLECTIONS = {
  Role: `${RBAC}/namespaces/{{ns}}/roles`,
  ClusterRole: `${RBAC}/clusterroles`,
  RoleBinding: `${RBAC}/namespaces/{{ns}}/rolebindings`,
  ClusterRoleBinding: `${RBAC}/clusterrolebindings`,
} as const;
type Kind = keyof typeof COLLECTIONS;
const API_GROUP = "rbac.authorization.k8s.io";

/** Random roles and bindings, and their effects for a user, their groups and an account. */
export function rbacCase(random: Random): Case {
  const given = random.times(2, 6, (i) => writeStep(random, `give ${i}`, []));
  const asked = random.times(3, 8, (i) => askStep(random, `ask ${i}`));
  return { area: "rbac", steps: [...rights(random), ...given, ...IN_EFFECT, ...asked] };
}

/** Enough for the user to try to give rights to others. */
function rights(random: Random): Step[] {
  const rules = [
    { apiGroups: [API_GROUP], resources: ["*"], verbs: ["create", "update", "patch", "get", "delete"] },
    ...random.times(0, 2, () => ruleOf(random, true)),
    ...(random.chance(0.15)
      ? [
          {
            apiGroups: [API_GROUP],
            resources: ["clusterroles", "roles"],
            verbs: [random.pick(["bind", "escalate"])],
          },
        ]
      : []),
  ];
  return [
    { ...made("ClusterRole", "{{id}}-own", { rules }), name: "own role", silent: true, isSetup: true },
    {
      ...made("ClusterRoleBinding", "{{id}}-own", bindingOf("ClusterRole", "{{id}}-own", [user("u-{{id}}")])),
      name: "own binding",
      silent: true,
      isSetup: true,
    },
  ];
}

const user = (name: string): JsonObject => ({ kind: "User", apiGroup: API_GROUP, name });

const bindingOf = (kind: string, name: string, subjects: Json[]): JsonObject => ({
  roleRef: { apiGroup: API_GROUP, kind, name },
  subjects,
});

const made = (kind: Kind, name: string, fields: JsonObject): Omit<Step, "name"> => ({
  method: "POST",
  path: COLLECTIONS[kind],
  body: { apiVersion: "rbac.authorization.k8s.io/v1", kind, metadata: { name }, ...fields },
});

/** Two more bindings whose effect is visible. When they are in effect, all earlier writes are, too. */
const PROBE = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }];
const probed = (name: string, who: string): Step => ({
  name,
  method: "GET",
  path: "/api/v1/namespaces/{{ns}}/configmaps",
  query: [["limit", "1"]],
  headers: { "impersonate-user": who },
  until: 200,
  isSetup: true,
});
const setup = (name: string, step: Omit<Step, "name">): Step => ({
  ...step,
  name,
  silent: true,
  isSetup: true,
});
const IN_EFFECT: readonly Step[] = [
  setup("probe 1", made("ClusterRole", "{{id}}-probe", { rules: PROBE })),
  setup(
    "probe 2",
    made("ClusterRoleBinding", "{{id}}-probe", bindingOf("ClusterRole", "{{id}}-probe", [user("p-{{id}}")])),
  ),
  setup("probe 3", made("Role", "{{id}}-probe", { rules: PROBE })),
  setup(
    "probe 4",
    made("RoleBinding", "{{id}}-probe", bindingOf("Role", "{{id}}-probe", [user("q-{{id}}")])),
  ),
  probed("probe 5", "p-{{id}}"),
  probed("probe 6", "q-{{id}}"),
];

/** A role or binding, created or changed by the given user. */
function writeStep(random: Random, name: string, headers: readonly (readonly [string, string])[]): Step {
  const kind = random.pick(Object.keys(COLLECTIONS) as Kind[]);
  const object = `{{id}}-${random.pick(["r", "s"])}`;
  const step = made(kind, object, fieldsOf(random, kind));
  const own = { name, headers: Object.fromEntries(headers) };
  const turn = random.next();
  if (turn < 0.65) return { ...step, ...own };
  if (turn < 0.85) return { ...step, ...own, method: "PUT", path: `${step.path}/${object}` };
  return {
    ...own,
    method: "PATCH",
    path: `${step.path}/${object}`,
    headers: { ...own.headers, "content-type": "application/merge-patch+json" },
    body: fieldsOf(random, kind),
  };
}

function fieldsOf(random: Random, kind: Kind): JsonObject {
  if (kind === "Role" || kind === "ClusterRole")
    return {
      rules: random.times(0, 3, () => ruleOf(random, kind === "ClusterRole")),
      ...(kind === "ClusterRole" && random.chance(0.15) ? { aggregationRule: aggregationOf(random) } : {}),
    };
  const role = random.chance(0.5) ? "ClusterRole" : "Role";
  const name = random.pick(["{{id}}-r", "{{id}}-s", "{{id}}-none", "view", "admin", "cluster-admin"]);
  return bindingOf(
    random.chance(0.04) ? "Other" : role,
    name,
    random.times(0, 3, () => subjectOf(random)),
  );
}

/** Headers of another user, sometimes of an impossible one. */
function somebody(random: Random): [string, string][] {
  const headers: [string, string][] = [
    [
      "impersonate-user",
      random.pick([
        "u-{{id}}",
        "u-{{id}}",
        "u-{{id}}",
        "system:serviceaccount:{{ns}}:account-{{id}}",
        "nobody-{{id}}",
      ]),
    ],
  ];
  if (random.chance(0.4))
    headers.push([
      "impersonate-group",
      random.pick(["g-{{id}}", "system:masters", "system:unauthenticated", "x"]),
    ]);
  if (random.chance(0.1)) headers.push(["impersonate-uid", "7"]);
  if (random.chance(0.1)) headers.push(["impersonate-extra-scopes", random.pick(["view", "", "a%2fb"])]);
  return random.chance(0.03) ? headers.slice(1) : headers;
}

function askStep(random: Random, name: string): Step {
  const who = somebody(random);
  const headers = Object.fromEntries(who);
  const turn = random.next();
  if (turn < 0.2)
    return review(name, "subjectaccessreviews", {
      spec: { ...subjectSpec(random), ...attributesOf(random) },
    });
  if (turn < 0.3)
    return { ...review(name, "selfsubjectaccessreviews", { spec: attributesOf(random) }), headers };
  if (turn < 0.4) {
    const namespace = random.pick(["{{ns}}", "{{ns}}", "default", ""]);
    return { ...review(name, "selfsubjectrulesreviews", { spec: { namespace } }), headers };
  }
  if (turn < 0.48)
    return review(name, "namespaces/{{ns}}/localsubjectaccessreviews", {
      metadata: random.chance(0.5) ? { namespace: random.pick(["{{ns}}", "default"]) } : {},
      spec: { ...subjectSpec(random), ...attributesOf(random) },
    });
  if (turn < 0.52)
    return {
      ...review(name, "selfsubjectreviews", {}),
      path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      headers,
    };
  if (turn < 0.8) return writeStep(random, name, who);
  return {
    name,
    headers,
    method: random.pick(["GET", "HEAD", "POST", "DELETE", "PUT"]),
    path: random.pick(PATHS),
    body: {},
    query: [["dryRun", "All"]],
  };
}

const PATHS = [
  "/healthz",
  "/metrics",
  "/api",
  "/apis/none",
  "/a/x/b",
  "/api/v1/namespaces/{{ns}}/configmaps/a",
  "/api/v1/namespaces/{{ns}}/pods/a/log",
  "/api/v1/namespaces/{{ns}}/pods/a/exec",
  "/apis/apps/v1/namespaces/{{ns}}/deployments/b/scale",
  "/api/v1/nodes/a",
  "/apis/example.com/v1/namespaces/{{ns}}/things/a",
];

const review = (name: string, resource: string, body: JsonObject): Step => ({
  name,
  method: "POST",
  path: `${REVIEWS}/${resource}`,
  body,
});

function subjectSpec(random: Random): JsonObject {
  return {
    ...(random.chance(0.85)
      ? {
          user: random.pick([
            "u-{{id}}",
            "other-{{id}}",
            "system:serviceaccount:{{ns}}:account-{{id}}",
            "system:anonymous",
          ]),
        }
      : {}),
    ...(random.chance(0.5)
      ? {
          groups: random.times(0, 2, () =>
            random.pick(["g-{{id}}", "system:authenticated", "system:masters", ""]),
          ),
        }
      : {}),
    ...(random.chance(0.1) ? { uid: "7", extra: { a: ["b"] } } : {}),
  };
}
