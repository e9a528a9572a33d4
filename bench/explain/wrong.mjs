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

const demo = namespace("demo");
const hook = (changes) => [demo, validating(webhook(changes))];
const rules = (changes) => hook({ rules: [rule(changes)] });
const when = (expression, more = {}) => hook({ matchConditions: [{ name: "when", expression }], ...more });
const wrong = (name, cause, manifests, request = pod(), flags = {}, more = {}) => ({
  name,
  cause,
  manifests,
  request,
  flags,
  ...more,
});

/** Set-ups that were made wrong on purpose: `cause` is how. */
export const WRONG = [
  // The resource by another name.
  wrong("singular", "resource-name", rules({ resources: ["pod"] })),
  wrong("singular beside another", "resource-name", rules({ resources: ["services", "pod"] })),
  wrong("kind", "resource-name", rules({ resources: ["Pod"] })),
  wrong("short name", "resource-name", rules({ resources: ["po"] })),
  wrong(
    "deployment",
    "resource-name",
    rules({ apiGroups: ["apps"], resources: ["deployment"] }),
    deployment(),
  ),
  wrong("deploy", "resource-name", rules({ apiGroups: ["apps"], resources: ["deploy"] }), deployment()),
  wrong("configmap", "resource-name", rules({ resources: ["configmap"] }), configMap()),
  wrong("cm", "resource-name", rules({ resources: ["cm"] }), configMap()),
  wrong(
    "boat",
    "resource-name",
    [definition(), ...rules({ apiGroups: ["example.com"], resources: ["boat"] })],
    boat(),
  ),
  wrong(
    "Boat",
    "resource-name",
    [definition(), ...rules({ apiGroups: ["example.com"], resources: ["Boat"] })],
    boat(),
  ),
  wrong("singular in a policy", "resource-name", [
    demo,
    policy({ matchConstraints: { resourceRules: [rule({ resources: ["pod"] })] } }),
    binding(),
  ]),
  // Groups and versions.
  wrong("core", "group", rules({ apiGroups: ["core"] })),
  wrong("v1 as group", "group", rules({ apiGroups: ["v1"] })),
  wrong(
    "extensions",
    "group",
    rules({ apiGroups: ["extensions"], resources: ["deployments"] }),
    deployment(),
  ),
  wrong("deployments in the core group", "group", rules({ resources: ["deployments"] }), deployment()),
  wrong(
    "group of a definition",
    "group",
    [definition(), ...rules({ apiGroups: ["boats.example.com"], resources: ["boats"] })],
    boat(),
  ),
  wrong("v1beta1 of pods", "version", rules({ apiVersions: ["v1beta1"] })),
  wrong(
    "group in the version",
    "version",
    rules({ apiGroups: ["apps"], apiVersions: ["apps/v1"], resources: ["deployments"] }),
    deployment(),
  ),
  wrong(
    "exact",
    "exact-version",
    [
      definition(),
      ...hook({ matchPolicy: "Exact", rules: [rule({ apiGroups: ["example.com"], resources: ["boats"] })] }),
    ],
    boat("v1beta1"),
  ),
  wrong(
    "exact, the other way",
    "exact-version",
    [
      definition(),
      ...hook({
        matchPolicy: "Exact",
        rules: [rule({ apiGroups: ["example.com"], apiVersions: ["v1beta1"], resources: ["boats"] })],
      }),
    ],
    boat(),
  ),
  // Subresources.
  wrong(
    "star and scale",
    "subresource",
    [deployment(), ...rules({ apiGroups: ["apps"], resources: ["*"] })],
    scale(),
    { operation: "UPDATE", subresource: "scale", resource: "deployments.apps" },
  ),
  wrong(
    "star and eviction",
    "subresource",
    [pod(), ...rules({ resources: ["*"] })],
    { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "web", namespace: "demo" } },
    { subresource: "eviction" },
  ),
  wrong("star and status", "subresource", [pod(), ...rules({ resources: ["*"] })], pod(), {
    operation: "UPDATE",
    subresource: "status",
  }),
  wrong("pods and exec", "subresource", [pod(), ...rules({ operations: ["CONNECT"] })], pod(), {
    operation: "CONNECT",
    subresource: "exec",
  }),
  wrong(
    "deployments and scale",
    "subresource",
    [deployment(), ...rules({ apiGroups: ["apps"], resources: ["deployments"] })],
    scale(),
    { operation: "UPDATE", subresource: "scale", resource: "deployments.apps" },
  ),
  wrong("status only", "subresource", rules({ resources: ["pods/status"] })),
  wrong(
    "scale in the group of Scale",
    "scale-group",
    [deployment(), ...rules({ apiGroups: ["autoscaling"], resources: ["deployments/scale"] })],
    scale(),
    { operation: "UPDATE", subresource: "scale", resource: "deployments.apps" },
  ),
  wrong(
    "any scale in the group of Scale",
    "scale-group",
    [deployment(), ...rules({ apiGroups: ["autoscaling"], resources: ["*/scale"] })],
    scale(),
    { operation: "UPDATE", subresource: "scale", resource: "deployments.apps" },
  ),
  wrong(
    "mutating webhook of a scale",
    "condition",
    [
      deployment(),
      demo,
      mutating(
        webhook({
          rules: [rule({ apiGroups: ["apps"], resources: ["deployments/scale"] })],
          matchConditions: [{ name: "when", expression: "object.spec.replicas > 5" }],
        }),
      ),
    ],
    scale(),
    { operation: "UPDATE", subresource: "scale", resource: "deployments.apps" },
  ),
  // Operations and scope.
  wrong("only updates", "operation", rules({ operations: ["UPDATE"] })),
  wrong("only creates", "operation", [pod(), ...rules({ operations: ["CREATE"] })], pod(), {
    operation: "DELETE",
  }),
  wrong(
    "create for exec",
    "operation",
    [pod(), ...rules({ operations: ["CREATE"], resources: ["pods/exec"] })],
    pod(),
    { operation: "CONNECT", subresource: "exec" },
  ),
  wrong("cluster scope for pods", "scope", rules({ scope: "Cluster" })),
  wrong(
    "namespaced scope for namespaces",
    "scope",
    hook({ rules: [rule({ resources: ["namespaces"], scope: "Namespaced" })] }),
    namespace("new"),
  ),
  // Selectors.
  wrong(
    "namespace without the label",
    "namespace-selector",
    hook({ namespaceSelector: { matchLabels: { checked: "yes" } } }),
  ),
  wrong("namespace with another value", "namespace-selector", [
    namespace("demo", { checked: "no" }),
    validating(webhook({ namespaceSelector: { matchLabels: { checked: "yes" } } })),
  ]),
  wrong("namespace left out", "namespace-selector", [
    namespace("demo", { skip: "true" }),
    validating(
      webhook({ namespaceSelector: { matchExpressions: [{ key: "skip", operator: "DoesNotExist" }] } }),
    ),
  ]),
  wrong(
    "name of the namespace misspelt",
    "namespace-selector",
    hook({ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "dmo" } } }),
  ),
  wrong(
    "new namespace without the label",
    "namespace-selector",
    hook({
      rules: [rule({ resources: ["namespaces"] })],
      namespaceSelector: { matchLabels: { checked: "yes" } },
    }),
    namespace("new"),
  ),
  wrong(
    "object without the label",
    "object-selector",
    hook({ objectSelector: { matchLabels: { owner: "me" } } }),
  ),
  wrong(
    "object with another value",
    "object-selector",
    hook({ objectSelector: { matchLabels: { app: "shop" } } }),
  ),
  wrong(
    "labels of what is scaled",
    "object-selector",
    [
      deployment(),
      ...hook({
        rules: [rule({ apiGroups: ["apps"], resources: ["deployments/scale"] })],
        objectSelector: { matchLabels: { app: "web" } },
      }),
    ],
    scale(),
    { operation: "UPDATE", subresource: "scale", resource: "deployments.apps" },
  ),
  wrong("binding in another namespace", "namespace-selector", [
    demo,
    policy(),
    binding({ matchResources: { namespaceSelector: { matchLabels: { checked: "yes" } } } }),
  ]),
  // Conditions.
  wrong("condition of another user", "condition", when("request.userInfo.username == 'bob'"), pod(), {
    as: "alice",
  }),
  wrong("condition that nothing fulfils", "condition", when("object.metadata.name == 'other'")),
  wrong("inverted condition", "condition", when("!('app' in object.metadata.labels)")),
  wrong("condition of a policy", "condition", [
    demo,
    policy({ matchConditions: [{ name: "when", expression: "request.namespace == 'prod'" }] }),
    binding(),
  ]),
  wrong("missing field", "condition-error", when("object.metadata.annotations.team == 'a'")),
  wrong(
    "missing field, ignored",
    "condition-error",
    when("object.spec.nodeName == 'a'", { failurePolicy: "Ignore" }),
  ),
  wrong("index beyond the end", "condition-error", when("object.spec.containers[1].name == 'a'")),
  wrong("old object of a create", "condition-error", when("oldObject.metadata.name == 'a'")),
  wrong(
    "name of a generated name",
    "generate-name",
    [
      demo,
      mutating(
        webhook({
          matchConditions: [{ name: "when", expression: "object.metadata.name.startsWith('web')" }],
        }),
      ),
    ],
    pod({ name: undefined, generateName: "web-" }),
  ),
  wrong(
    "name of the request, generated",
    "generate-name",
    [
      demo,
      mutating(
        webhook({ matchConditions: [{ name: "when", expression: "request.name.startsWith('web')" }] }),
      ),
    ],
    pod({ name: undefined, generateName: "web-" }),
  ),
  // Exempt, dry run, never.
  wrong(
    "configurations of webhooks",
    "exempt",
    hook({
      rules: [
        rule({ apiGroups: ["admissionregistration.k8s.io"], resources: ["validatingwebhookconfigurations"] }),
      ],
    }),
    { ...validating(), metadata: { name: "other" } },
  ),
  wrong(
    "dry run with side effects",
    "dry-run",
    [
      demo,
      {
        ...validating(webhook({ sideEffects: "Some", admissionReviewVersions: ["v1beta1", "v1"] })),
        apiVersion: "admissionregistration.k8s.io/v1beta1",
      },
    ],
    pod(),
    { dryRun: true },
  ),
  wrong("another webhook can never match", "never-matches", [
    demo,
    validating(webhook(), webhook({ name: "dead.example.com", rules: [rule({ resources: ["podz"] })] })),
  ]),
  wrong("a kind that nobody defines", "never-matches", [
    demo,
    validating(
      webhook(),
      webhook({
        name: "dead.example.com",
        rules: [rule({ apiGroups: ["policy"], resources: ["cars"] })],
      }),
    ),
  ]),
  wrong("a resource in another group", "never-matches", [
    demo,
    validating(
      webhook(),
      webhook({
        name: "dead.example.com",
        rules: [rule({ apiGroups: ["batch"], resources: ["deployments"] })],
      }),
    ),
  ]),
  // Policies.
  wrong("policy without a binding", "no-binding", [demo, policy()]),
  wrong("binding of another policy", "no-binding", [demo, policy(), binding({}, "rule.example.com")]),
  wrong("kind of parameters that is not served", "policy-problem", [
    demo,
    policy({ paramKind: { apiVersion: "example.org/v1", kind: "Limit" } }),
    binding({ paramRef: { name: "a", namespace: "demo", parameterNotFoundAction: "Deny" } }),
  ]),
  wrong("parameter that is not there", "policy-problem", [
    demo,
    policy({ paramKind: { apiVersion: "v1", kind: "ConfigMap" } }),
    binding({ paramRef: { name: "a", namespace: "demo", parameterNotFoundAction: "Deny" } }),
  ]),
  wrong("policy of another name", "resource", [
    demo,
    policy({
      matchConstraints: { resourceRules: [rule({ operations: ["CREATE"], resourceNames: ["db"] })] },
    }),
    binding(),
  ]),
  wrong("policy that leaves it out", "resource", [
    demo,
    policy({
      matchConstraints: { resourceRules: [rule({ resources: ["*"] })], excludeResourceRules: [rule()] },
    }),
    binding(),
  ]),
  wrong("policy in the wrong group", "group", [
    demo,
    policy({ matchConstraints: { resourceRules: [rule({ apiGroups: ["core"] })] } }),
    binding(),
  ]),
  wrong(
    "policy about policies",
    "exempt",
    [
      demo,
      policy({
        matchConstraints: {
          resourceRules: [
            rule({ apiGroups: ["admissionregistration.k8s.io"], resources: ["validatingadmissionpolicies"] }),
          ],
        },
      }),
      binding(),
    ],
    { ...policy({}, "other.example.com") },
  ),
  // What comes before, and what comes of a call.
  wrong("two names alike", "invalid-configuration", [demo, validating(webhook(), webhook())]),
  wrong("lower case", "invalid-configuration", rules({ operations: ["create"] })),
  wrong("condition of no type", "invalid-configuration", when("object.metadata")),
  wrong("level of the namespace", "refused", [
    namespace("demo", { "pod-security.kubernetes.io/enforce": "restricted" }),
    validating(webhook()),
  ]),
  wrong(
    "webhook that makes it invalid",
    "refused",
    [demo, mutating(webhook())],
    pod(),
    {},
    {
      answers: {
        "hook.example.com": {
          allowed: true,
          patch: [{ op: "replace", path: "/spec/restartPolicy", value: "Sometimes" }],
        },
      },
    },
  ),
  wrong("invalid from the start", "refused", hook({}), pod({}, { restartPolicy: "Sometimes" })),
  wrong(
    "webhook that answers nonsense",
    "call-failed",
    hook({}),
    pod(),
    {},
    { answers: { "hook.example.com": { allowed: true, patchType: "JSONPatch" } } },
  ),
];
