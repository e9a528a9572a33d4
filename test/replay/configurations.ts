import type { JsonObject } from "../../src/json/value.ts";

/** Address of the webhooks of the test; the path selects one. */
export interface Hooks {
  readonly url: string;
  readonly caBundle: string;
}

/** Objects that are in effect, by kind and name. */
export type Configuration = ReadonlyMap<string, JsonObject>;

export interface PlantedChange {
  readonly name: string;
  apply(base: Map<string, JsonObject>, hooks: Hooks): void;
}

const API = "admissionregistration.k8s.io/v1";
const rule = (
  resources: string[],
  operations: string[],
  apiGroups = ["", "apps", "example.com", "batch"],
): JsonObject => ({
  apiGroups,
  apiVersions: ["v1"],
  operations,
  resources,
});

interface PolicyParts {
  readonly rules: JsonObject[];
  readonly spec: JsonObject;
  readonly binding?: JsonObject;
  readonly constraints?: JsonObject;
}

function validatingPolicy(
  name: string,
  { rules, spec, binding = {}, constraints = {} }: PolicyParts,
): JsonObject[] {
  return [
    {
      apiVersion: API,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: { matchConstraints: { resourceRules: rules, ...constraints }, ...spec },
    },
    {
      apiVersion: API,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, validationActions: ["Deny"], ...binding },
    },
  ];
}

function mutatingPolicy(
  name: string,
  { rules, spec, binding = {}, constraints = {} }: PolicyParts,
): JsonObject[] {
  return [
    {
      apiVersion: API,
      kind: "MutatingAdmissionPolicy",
      metadata: { name },
      spec: {
        matchConstraints: { resourceRules: rules, ...constraints },
        reinvocationPolicy: "Never",
        ...spec,
      },
    },
    {
      apiVersion: API,
      kind: "MutatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, ...binding },
    },
  ];
}

function webhook(
  sort: "Mutating" | "Validating",
  name: string,
  { url, caBundle }: Hooks,
  more: JsonObject,
): JsonObject {
  const { path = name, ...rest } = more;
  return {
    apiVersion: API,
    kind: `${sort}WebhookConfiguration`,
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        clientConfig: { url: `${url}/${String(path)}`, caBundle },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        ...rest,
      },
    ],
  };
}

const OWNED = "has(object.metadata.labels) && 'owner' in object.metadata.labels";
const WRITES = ["CREATE", "UPDATE"];

const noHostNetwork = (more: Partial<PolicyParts> = {}): JsonObject[] =>
  validatingPolicy("no-host-network", {
    rules: [rule(["pods"], ["CREATE"])],
    spec: {
      validations: [{ expression: "!object.spec.?hostNetwork.orValue(false)", message: "no host network" }],
    },
    ...more,
  });

const bound = (name: string, more: JsonObject = {}): JsonObject => ({
  paramRef: { name, namespace: "default", parameterNotFoundAction: "Deny" },
  ...more,
});

const limits = (more: Partial<PolicyParts> = {}): JsonObject[] =>
  validatingPolicy("limits", {
    rules: [rule(["deployments", "deployments/scale"], WRITES)],
    spec: {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      validations: [
        {
          expression: "object.spec.replicas <= int(params.data.most)",
          messageExpression: "'at most ' + params.data.most",
        },
      ],
    },
    binding: bound("limits"),
    ...more,
  });

const stamp = (value: string, more: Partial<PolicyParts> = {}): JsonObject[] =>
  mutatingPolicy("stamp", {
    rules: [rule(["configmaps", "widgets"], WRITES)],
    spec: {
      mutations: [
        {
          patchType: "ApplyConfiguration",
          applyConfiguration: {
            expression: `Object{metadata: Object.metadata{labels: {"stamp": "${value}"}}}`,
          },
        },
      ],
      ...(more.spec ?? {}),
    },
    ...("constraints" in more && { constraints: more.constraints }),
    ...("binding" in more && { binding: more.binding }),
  });

const owners = (hooks: Hooks, more: JsonObject = {}): JsonObject =>
  webhook("Validating", "owners", hooks, {
    rules: [rule(["services", "secrets", "deployments"], WRITES)],
    namespaceSelector: { matchLabels: { team: "shop" } },
    ...more,
  });

const keepers = (hooks: Hooks, more: JsonObject = {}): JsonObject =>
  webhook("Validating", "keepers", hooks, {
    rules: [rule(["*"], ["DELETE"])],
    objectSelector: { matchLabels: { tier: "gold" } },
    ...more,
  });

const sidecar = (hooks: Hooks, more: JsonObject = {}): JsonObject =>
  webhook("Mutating", "sidecar", hooks, { rules: [rule(["pods"], ["CREATE"])], ...more });

const defaults = (hooks: Hooks, more: JsonObject = {}): JsonObject =>
  webhook("Mutating", "defaults", hooks, { rules: [rule(["services", "serviceaccounts"], WRITES)], ...more });

const parameters = (name: string, most: string): JsonObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default" },
  data: { most },
});

/**
 * Parameters that exist from the beginning, because kube-apiserver may stop watching parameters when the last policy
 * of their kind is deleted.
 */
export const PARAMETERS: readonly JsonObject[] = [
  parameters("limits", "10"),
  parameters("limits-small", "2"),
];

export const keyOf = ({ kind, metadata }: JsonObject): string =>
  `${String(kind)}/${String((metadata as JsonObject).name)}`;

const put = (to: Map<string, JsonObject>, objects: readonly JsonObject[]): void => {
  for (const object of objects) to.set(keyOf(object), object);
};

export function baseConfiguration(hooks: Hooks): Map<string, JsonObject> {
  const base = new Map<string, JsonObject>();
  put(base, [...PARAMETERS, ...noHostNetwork(), ...limits(), ...stamp("one")]);
  put(base, [owners(hooks), keepers(hooks), sidecar(hooks), defaults(hooks)]);
  return base;
}

const change = (name: string, made: (hooks: Hooks) => JsonObject | JsonObject[]): PlantedChange => ({
  name,
  apply: (base, hooks) => put(base, [made(hooks)].flat()),
});

const without = (name: string, ...keys: string[]): PlantedChange => ({
  name,
  apply: (base) => {
    for (const key of keys) base.delete(key);
  },
});

export const PLANTED: readonly PlantedChange[] = [
  without(
    "a policy is gone",
    "ValidatingAdmissionPolicy/no-host-network",
    "ValidatingAdmissionPolicyBinding/no-host-network",
  ),
  without("nothing binds a policy any more", "ValidatingAdmissionPolicyBinding/limits"),
  change("an expression is stricter", () =>
    noHostNetwork({
      spec: {
        validations: [
          { expression: "object.spec.containers.all(c, c.image.startsWith('registry.example.com/'))" },
        ],
      },
    }),
  ),
  change("a message is another one", () =>
    noHostNetwork({
      spec: { validations: [{ expression: "!object.spec.?hostNetwork.orValue(false)", message: "never" }] },
    }),
  ),
  change("a binding only warns", () => noHostNetwork({ binding: { validationActions: ["Warn", "Audit"] } })),
  change("a policy has a condition", () =>
    noHostNetwork({
      spec: {
        matchConditions: [
          {
            name: "gold",
            expression:
              "has(object.metadata.labels) && object.metadata.labels[?'tier'].orValue('') == 'gold'",
          },
        ],
        validations: [{ expression: "!object.spec.?hostNetwork.orValue(false)", message: "no host network" }],
      },
    }),
  ),
  change("a binding selects namespaces", () =>
    limits({
      binding: bound("limits", {
        matchResources: { namespaceSelector: { matchExpressions: [{ key: "team", operator: "Exists" }] } },
      }),
    }),
  ),
  change("a parameter is smaller", () => limits({ binding: bound("limits-small") })),
  change("a parameter is missing", () => limits({ binding: bound("limits-none") })),
  change("a policy is about deletions", () =>
    validatingPolicy("kept", {
      rules: [rule(["configmaps", "widgets"], ["DELETE"])],
      spec: {
        validations: [
          { expression: "oldObject.metadata.?labels.owner.orValue('') != 'jane'", reason: "Forbidden" },
        ],
      },
    }),
  ),
  change("an expression fails", () =>
    validatingPolicy("broken", {
      rules: [rule(["secrets"], WRITES)],
      spec: { validations: [{ expression: "object.metadata.labels['owner'] != 'nobody'" }] },
    }),
  ),
  change("a policy writes something else", () => stamp("two")),
  without(
    "a policy writes nothing any more",
    "MutatingAdmissionPolicy/stamp",
    "MutatingAdmissionPolicyBinding/stamp",
  ),
  change("a policy selects objects", () =>
    stamp("one", { constraints: { objectSelector: { matchLabels: { owner: "joe" } } } }),
  ),
  change("a webhook selects other namespaces", (hooks) =>
    owners(hooks, { namespaceSelector: { matchExpressions: [{ key: "team", operator: "DoesNotExist" }] } }),
  ),
  change("a webhook answers otherwise", (hooks) => owners(hooks, { path: "owners-strict" })),
  change("a webhook is not there", (hooks) =>
    keepers({ ...hooks, url: "https://127.0.0.1:1" }, { timeoutSeconds: 2 }),
  ),
  without("a webhook is gone", "MutatingWebhookConfiguration/sidecar"),
  change("a webhook changes something else, on a condition", (hooks) =>
    sidecar(hooks, { path: "sidecar-two", matchConditions: [{ name: "owned", expression: OWNED }] }),
  ),
  {
    name: "a webhook is called again, after a new one",
    apply: (base, hooks) => {
      put(base, [defaults(hooks, { reinvocationPolicy: "IfNeeded" })]);
      put(base, [webhook("Mutating", "later", hooks, { rules: [rule(["services"], ["CREATE"])] })]);
    },
  },
];
