import type { Json } from "../../src/json/value.ts";
import type { Asked, Situation, WrongStart } from "./case.ts";
import { kubeconfig } from "./token-cases.ts";

const REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

/** A request of a user. */
const does = (user: string, path: string, method = "GET"): Asked => ({
  name: `${user}: ${method} ${path}`,
  method,
  path,
  token: () => `${user}-token`,
});

/** A SubjectAccessReview about a user, sent by the administrator. */
export const reviewed = (user: string, asked: Record<string, Json>, groups: string[] = []): Asked => ({
  name: `review: ${user} ${JSON.stringify(asked)} ${groups.join()}`,
  method: "POST",
  path: REVIEWS,
  body: {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: { user, groups, ...asked },
  },
});

export const rules = (user: string): Asked => ({
  name: `rules of ${user}`,
  method: "POST",
  path: "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
  body: {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectRulesReview",
    spec: { namespace: "default" },
  },
  token: () => `${user}-token`,
});

const pods = (verb: string, namespace = "default") => ({
  resourceAttributes: { verb, resource: "pods", namespace },
});
const path = (verb: string, at: string) => ({ nonResourceAttributes: { verb, path: at } });

const USERS = ["allowed", "denied", "both", "broken", "nobody", "jane", "bob"];
export const TOKENS = `admin-token,admin,admin-uid,"system:masters"\n${USERS.map((user) => `${user}-token,${user},${user}-uid,"group"\n`).join("")}`;
export const WITH_USERS = "--token-auth-file=DIR/tokens.csv";

const HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n";
const webhook = (name: string, more: string, failurePolicy = "NoOpinion"): string => `- type: Webhook
  name: ${name}
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: ${failurePolicy}
    connectionInfo: {type: KubeConfigFile, kubeConfigFile: DIR/webhook.yaml}
${more}`;

const EVERYBODY = USERS.flatMap((user) => [
  does(user, "/api/v1/namespaces/default/pods"),
  does(user, "/api/v1/namespaces/default/configmaps/c?dryRun=All", "DELETE"),
  does(user, "/version"),
  reviewed(user, pods("list")),
  rules(user),
]);

/** Requests with selectors. The service returns the selectors that it received in its reason. */
const SELECTED = [
  "fieldSelector=metadata.name%3Dx",
  "fieldSelector=metadata.name!%3Dx,status.phase%3D%3DRunning",
  "labelSelector=c!%3Dd,a%3Db,e,!f,g%20in%20(y,x),h%20notin%20(z),i%3E5",
  "fieldSelector=a&labelSelector=x",
  "labelSelector=)(",
  "fieldSelector=spec.nodeName%3Dn&labelSelector=x%20in%20()",
];
const selecting = (fieldSelector: Json, labelSelector: Json) => ({
  resourceAttributes: { verb: "list", resource: "pods", fieldSelector, labelSelector },
});
const requirements = (...list: Json[]): Json => ({ requirements: list });
const ODD_USERS = [
  "kind",
  "no-such-kind",
  "version",
  "no-such-version",
  "no-kind",
  "wrong-type",
  "wrong-reason",
  "wrong-status",
  "failure",
  "empty",
  "null",
  "text",
  "list",
  "yaml",
];
const QUESTIONS: readonly Asked[] = [
  ...SELECTED.flatMap((query) => [
    does("denied", `/api/v1/namespaces/default/pods?${query}`),
    does("denied", `/apis/apps/v1/deployments?${query}&watch=true`),
    does("denied", `/api/v1/namespaces/default/pods?${query}`, "DELETE"),
  ]),
  does("denied", "/api/v1/namespaces/default/pods/x?labelSelector=a"),
  does("denied", "/api/v1/watch/pods?labelSelector=a"),
  reviewed("denied", selecting({ rawSelector: "b!=c,a=b" }, { rawSelector: "b in (d,c),!a" })),
  reviewed("denied", selecting({ rawSelector: "x" }, { rawSelector: "(" })),
  reviewed(
    "denied",
    selecting(
      requirements(
        { key: "b", operator: "NotIn", values: ["x"] },
        { key: "a", operator: "In", values: ["x", "y"] },
        { key: "c", operator: "Exists" },
      ),
      requirements(
        { key: "b", operator: "In", values: ["y", "x"] },
        { key: "a", operator: "DoesNotExist" },
        { key: "c", operator: "Above", values: ["1"] },
      ),
    ),
  ),
  ...ODD_USERS.map((user) => reviewed(`odd-${user}`, pods("list"))),
  {
    ...does("broken", "/api/v1/namespaces/default/pods"),
    name: "broken: as somebody else",
    headers: { "impersonate-user": "x" },
  },
];

const ABAC = `# everybody may look
{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"group":"*","readonly":true,"nonResourcePath":"/version*"}}

{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"jane","namespace":"default","resource":"pods","apiGroup":"*"}}
{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"bob","group":"group","namespace":"*","resource":"*","apiGroup":"","readonly":true}}
{"user":"old","readonly":true}
{"user":"older","namespace":"default"}
{"user":"oldest","resource":"pods"}
`;

const files =
  (more: (dir: string) => Record<string, string>): Situation["files"] =>
  (place) => ({
    "tokens.csv": TOKENS,
    "webhook.yaml": kubeconfig(place.hook, place.hookCa, "/authorize"),
    ...more(place.dir),
  });

export const RIGHTS_SITUATIONS: readonly Situation[] = [
  {
    name: "ABAC and RBAC",
    flags: [WITH_USERS, "--authorization-mode=ABAC,RBAC", "--authorization-policy-file=DIR/policies.jsonl"],
    files: files(() => ({ "policies.jsonl": ABAC })),
    asked: [
      ...EVERYBODY,
      ...["old", "older", "oldest", "jane", "bob", "x"].flatMap((user) => [
        reviewed(user, pods("list")),
        reviewed(user, pods("create")),
        reviewed(user, pods("list", "other")),
        reviewed(user, path("get", "/version/x")),
        reviewed(user, path("post", "/version")),
      ]),
      reviewed("x", path("get", "/version"), ["system:authenticated"]),
    ],
  },
  {
    name: "nobody may do anything",
    flags: [WITH_USERS, "--authorization-mode=AlwaysDeny"],
    files: files(() => ({})),
    asked: [does("jane", "/version"), reviewed("jane", pods("list")), rules("jane")],
  },
  {
    name: "RBAC, and then a service",
    flags: [
      WITH_USERS,
      "--authorization-mode=RBAC,Webhook",
      "--authorization-webhook-config-file=DIR/webhook.yaml",
    ],
    files: files(() => ({})),
    asked: EVERYBODY,
  },
  {
    name: "a service, and then RBAC, in v1",
    flags: [
      WITH_USERS,
      "--authorization-mode=Webhook,RBAC",
      "--authorization-webhook-config-file=DIR/webhook.yaml",
      "--authorization-webhook-version=v1",
    ],
    files: files(() => ({})),
    asked: EVERYBODY,
  },
  {
    name: "what a service is asked, and answers that are none",
    flags: [
      WITH_USERS,
      "--authorization-mode=Webhook,RBAC",
      "--authorization-webhook-config-file=DIR/webhook.yaml",
      "--authorization-webhook-version=v1",
    ],
    files: files(() => ({})),
    asked: QUESTIONS,
  },
  {
    name: "a file with two services",
    flags: [WITH_USERS, "--authorization-config=DIR/authorization.yaml"],
    files: files((dir) => ({
      "authorization.yaml": `${HEAD}authorizers:\n${webhook(
        "first",
        `    matchConditions:
    - expression: "has(request.resourceAttributes)"
    - expression: "request.resourceAttributes.namespace == 'default' || request.user != 'bob'"
    - expression: "request.user != 'jane' || request.groups[7] == 'x'"
`,
        "Deny",
      )}- {type: RBAC, name: rbac}\n${webhook("second", `    matchConditions: [{expression: "request.user == 'allowed'"}]\n`)}`.replaceAll(
        "DIR",
        dir,
      ),
    })),
    asked: EVERYBODY,
  },
];

const authorization = (name: string, text: string, ...more: string[]): WrongStart => ({
  name: `authorization: ${name}`,
  files: { "authorization.yaml": text, "webhook.yaml": "apiVersion: v1\nkind: Config\n" },
  flags: ["--authorization-config=DIR/authorization.yaml", ...more],
});
const listed = (name: string, text: string): WrongStart =>
  authorization(name, `${HEAD}authorizers:\n${text}`);
const flags = (name: string, ...given: string[]): WrongStart => ({
  name: `authorization flags: ${name}`,
  files: { "policies.jsonl": "{}", "broken.jsonl": '{"apiVersion":"v1","kind":"Pod"}\n' },
  flags: given,
});

/** Authorization settings with which no server starts. */
export const WRONG_AUTHORIZATION: readonly WrongStart[] = [
  authorization("nobody", HEAD),
  authorization("another kind", HEAD.replace("Authorization", "Authentication")),
  authorization(
    "with a mode",
    `${HEAD}authorizers: [{type: RBAC, name: rbac}]\n`,
    "--authorization-mode=RBAC",
  ),
  listed(
    "types",
    "- {}\n- {type: Magic}\n- {type: RBAC, name: rbac}\n- {type: RBAC, name: rbac}\n- {type: ABAC}\n",
  ),
  listed("names", "- {type: RBAC, name: roles}\n- {type: AlwaysAllow, name: Allow_All}\n"),
  listed("other names", "- {type: RBAC, name: roles}\n- {type: AlwaysAllow, name: all}\n"),
  listed("no webhook", "- {type: Webhook, name: a}\n- {type: RBAC, name: rbac, webhook: {timeout: 1s}}\n"),
  listed("an empty webhook", "- {type: Webhook, name: a, webhook: {}}\n"),
  listed(
    "much in a webhook",
    `- type: Webhook
  name: a
  webhook:
    timeout: 1m30s
    authorizedTTL: -5s
    unauthorizedTTL: -1h
    subjectAccessReviewVersion: v2
    matchConditionSubjectAccessReviewVersion: v1beta1
    failurePolicy: Allow
    connectionInfo: {type: InClusterConfig, kubeConfigFile: /x}
    matchConditions:
    - expression: ""
    - expression: "true"
    - expression: "true"
    - expression: "request.user"
    - expression: "request.name == 'x'"
    - expression: "request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == 'x')"
`,
  ),
  listed(
    "conditions without a version",
    `- type: Webhook
  name: a
  webhook:
    timeout: -1s
    subjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo: {type: KubeConfigFile, kubeConfigFile: here.yaml}
    matchConditions: [{expression: "true"}]
`,
  ),
  listed(
    "no kubeconfig",
    `- type: Webhook
  name: a
  webhook:
    timeout: 1s
    subjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo: {type: KubeConfigFile, kubeConfigFile: /nowhere/here.yaml}
`,
  ),
  listed("an unknown field", "- {type: RBAC, name: rbac, weight: 3}\n"),
  listed("a wrong type", "- {type: RBAC, name: 3}\n"),
  flags("an unknown mode", "--authorization-mode=RBAC,Magic"),
  flags("a mode twice", "--authorization-mode=RBAC,RBAC"),
  flags("ABAC without a file", "--authorization-mode=ABAC,Webhook"),
  flags(
    "files without modes",
    "--authorization-mode=RBAC",
    "--authorization-policy-file=x",
    "--authorization-webhook-config-file=y",
  ),
  flags("no kubeconfig", "--authorization-mode=Webhook", "--authorization-webhook-config-file=/nowhere/k"),
];
