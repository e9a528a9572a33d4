import {
  binding,
  boat,
  configMap,
  definition,
  deployment,
  mutating,
  namespace,
  pod,
  policy,
  rule,
  scale,
  validating,
  webhook,
} from "./parts.mjs";

const demo = namespace("demo", { checked: "yes" });
const hook = (changes) => [demo, validating(webhook(changes))];
const rules = (changes) => hook({ rules: [rule(changes)] });
const when = (expression, more = {}) => hook({ matchConditions: [{ name: "when", expression }], ...more });
const healthy = (name, manifests, request = pod(), flags = {}) => ({ name, manifests, request, flags });
const apps = { apiGroups: ["apps"], resources: ["deployments"] };
const boats = { apiGroups: ["example.com"], resources: ["boats"] };
const scaled = [scale(), { operation: "UPDATE", subresource: "scale", resource: "deployments.apps" }];
const constraints = (changes) => ({ matchConstraints: { resourceRules: [rule(changes)] } });

/** Set-ups in which everything is as it should be: what is not called is not meant to be. */
export const HEALTHY = [
  healthy("pods", rules({})),
  healthy("star", rules({ resources: ["*"] })),
  healthy("everything", rules({ apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] })),
  healthy("pods and all below", rules({ resources: ["pods/*"] })),
  healthy("several resources", rules({ resources: ["services", "pods"] })),
  healthy("several rules", hook({ rules: [rule(apps), rule()] })),
  healthy("any version", rules({ apiVersions: ["*"] })),
  healthy("any operation", rules({ operations: ["*"] })),
  healthy("namespaced", rules({ scope: "Namespaced" })),
  healthy("any scope", rules({ scope: "*" })),
  healthy("mutating", [demo, mutating(webhook())]),
  healthy("both", [demo, mutating(webhook()), validating(webhook())]),
  healthy("deployments", rules(apps), deployment()),
  healthy(
    "deployments, an update",
    [deployment(), ...rules(apps)],
    deployment({ labels: { app: "web", new: "yes" } }),
    { operation: "UPDATE" },
  ),
  healthy("deletion", [pod(), ...rules({ operations: ["DELETE"] })], pod(), { operation: "DELETE" }),
  healthy("exec", [pod(), ...rules({ operations: ["CONNECT"], resources: ["pods/exec"] })], pod(), {
    operation: "CONNECT",
    subresource: "exec",
  }),
  healthy(
    "scale",
    [deployment(), ...rules({ apiGroups: ["apps"], resources: ["deployments/scale"] })],
    ...scaled,
  ),
  healthy("any scale", [deployment(), ...rules({ apiGroups: ["*"], resources: ["*/scale"] })], ...scaled),
  healthy("status", [pod(), ...rules({ resources: ["pods/status"] })], pod(), {
    operation: "UPDATE",
    subresource: "status",
  }),
  healthy(
    "eviction",
    [pod(), ...rules({ resources: ["pods/eviction"] })],
    { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "web", namespace: "demo" } },
    { subresource: "eviction" },
  ),
  healthy("custom resources", [definition(), ...rules(boats)], boat()),
  healthy("another version, equivalent", [definition(), ...rules(boats)], boat("v1beta1")),
  healthy(
    "exact, the same version",
    [definition(), ...hook({ matchPolicy: "Exact", rules: [rule(boats)] })],
    boat(),
  ),
  healthy(
    "one webhook for each version",
    [
      definition(),
      demo,
      validating(
        webhook({ matchPolicy: "Exact", rules: [rule(boats)] }),
        webhook({
          name: "beta.example.com",
          matchPolicy: "Exact",
          rules: [rule({ ...boats, apiVersions: ["v1beta1"] })],
        }),
      ),
    ],
    boat(),
  ),
  healthy("config maps", rules({ resources: ["configmaps"] }), configMap()),
  healthy("namespaces", rules({ resources: ["namespaces"] }), namespace("new")),
  healthy(
    "namespaces, cluster scope",
    rules({ resources: ["namespaces"], scope: "Cluster" }),
    namespace("new"),
  ),
  healthy("label of the namespace", hook({ namespaceSelector: { matchLabels: { checked: "yes" } } })),
  healthy(
    "name of the namespace",
    hook({ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "demo" } } }),
  ),
  healthy(
    "all namespaces but one",
    hook({
      namespaceSelector: {
        matchExpressions: [
          { key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system"] },
        ],
      },
    }),
  ),
  healthy("a namespace that is left out on purpose", [
    namespace("demo", { skip: "true" }),
    validating(
      webhook({ namespaceSelector: { matchExpressions: [{ key: "skip", operator: "DoesNotExist" }] } }),
    ),
  ]),
  healthy("another namespace", [
    namespace("demo"),
    namespace("prod", { checked: "yes" }),
    validating(webhook({ namespaceSelector: { matchLabels: { checked: "yes" } } })),
  ]),
  healthy("label of the object", hook({ objectSelector: { matchLabels: { app: "web" } } })),
  healthy("objects of another application", hook({ objectSelector: { matchLabels: { app: "shop" } } })),
  healthy(
    "objects without a label",
    hook({ objectSelector: { matchExpressions: [{ key: "skip", operator: "DoesNotExist" }] } }),
  ),
  healthy("condition that holds", when("'app' in object.metadata.labels")),
  healthy("condition about the user", when("request.userInfo.username == 'alice'"), pod(), { as: "alice" }),
  healthy(
    "condition that leaves the system out",
    when("!request.userInfo.username.startsWith('system:')"),
    pod(),
    { as: "system:serviceaccount:kube-system:job" },
  ),
  healthy(
    "condition that looks first",
    when("!has(object.metadata.annotations) || !('skip' in object.metadata.annotations)"),
  ),
  healthy("condition with an optional", when("object.?metadata.?annotations.?team.orValue('') == ''")),
  healthy(
    "condition about the authorizer",
    when("authorizer.group('').resource('pods').namespace('demo').check('create').allowed()"),
  ),
  healthy(
    "two conditions",
    hook({
      matchConditions: [
        { name: "a", expression: "request.operation == 'CREATE'" },
        { name: "b", expression: "object.kind == 'Pod'" },
      ],
    }),
  ),
  healthy(
    "generated name, nobody asks",
    [demo, mutating(webhook())],
    pod({ name: undefined, generateName: "web-" }),
  ),
  healthy(
    "generated name, validated",
    when("object.metadata.name.startsWith('web-')"),
    pod({ name: undefined, generateName: "web-" }),
  ),
  healthy("dry run without side effects", hook({}), pod(), { dryRun: true }),
  healthy("dry run, none on dry run", hook({ sideEffects: "NoneOnDryRun" }), pod(), { dryRun: true }),
  healthy("ignored when it fails", hook({ failurePolicy: "Ignore" })),
  healthy("asked again", [
    demo,
    mutating(webhook({ reinvocationPolicy: "IfNeeded" }), webhook({ name: "second.example.com" })),
  ]),
  healthy("another resource", [
    demo,
    validating(webhook(), webhook({ name: "other.example.com", rules: [rule(apps)] })),
  ]),
  healthy("another operation", [
    demo,
    validating(webhook(), webhook({ name: "other.example.com", rules: [rule({ operations: ["DELETE"] })] })),
  ]),
  healthy("a subresource of its own", [
    demo,
    validating(
      webhook(),
      webhook({
        name: "other.example.com",
        rules: [rule({ resources: ["pods/exec"], operations: ["CONNECT"] })],
      }),
    ),
  ]),
  healthy("a kind that is defined elsewhere", [
    demo,
    validating(
      webhook(),
      webhook({
        name: "other.example.com",
        rules: [rule({ apiGroups: ["example.org"], resources: ["cars"] })],
      }),
    ),
  ]),
  healthy("nothing is registered", [demo]),
  healthy("v1beta1 configuration", [
    demo,
    {
      ...validating(webhook({ admissionReviewVersions: ["v1beta1"] })),
      apiVersion: "admissionregistration.k8s.io/v1beta1",
    },
  ]),
  healthy("policy", [demo, policy(), binding()]),
  healthy(
    "policy of deployments",
    [demo, policy(constraints({ ...apps, operations: ["CREATE"] })), binding()],
    deployment(),
  ),
  healthy("policy with variables", [
    demo,
    policy({
      variables: [{ name: "names", expression: "object.spec.containers.map(c, c.name)" }],
      validations: [{ expression: "variables.names.all(n, n != 'bad')" }],
    }),
    binding(),
  ]),
  healthy("policy with a condition", [
    demo,
    policy({ matchConditions: [{ name: "when", expression: "request.namespace == 'demo'" }] }),
    binding(),
  ]),
  healthy("policy with parameters", [
    demo,
    configMap({ name: "limits" }, { most: "3" }),
    policy({
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      validations: [{ expression: "int(params.data.most) >= 1" }],
    }),
    binding({ paramRef: { name: "limits", namespace: "demo", parameterNotFoundAction: "Deny" } }),
  ]),
  healthy("policy whose parameters may be missing", [
    demo,
    policy({ paramKind: { apiVersion: "v1", kind: "ConfigMap" } }),
    binding({ paramRef: { name: "limits", namespace: "demo", parameterNotFoundAction: "Allow" } }),
  ]),
  healthy("policy that is bound to labelled namespaces", [
    demo,
    policy(),
    binding({ matchResources: { namespaceSelector: { matchLabels: { checked: "yes" } } } }),
  ]),
  healthy("policy that only warns", [
    demo,
    policy({
      validations: [{ expression: "object.metadata.name == 'other'", message: "another name, please" }],
    }),
    binding({ validationActions: ["Warn"] }),
  ]),
  healthy("several users", rules({}), pod(), { as: "bob", asGroup: ["developers", "system:authenticated"] }),
];
