import { describe, expect, it } from "vitest";
import type { KubeObject } from "../api/meta.ts";
import type { Steps } from "../async/steps.ts";
import type { JsonObject } from "../json/value.ts";
import type { Attributes } from "./attributes.ts";
import { createAdmissionEngine } from "./engine.ts";
import { compilePlan } from "./plan.ts";
import type { AdmissionPorts, ParamLookup } from "./ports.ts";
import { admissionMetricsOf } from "./readers/admission-metrics.ts";
import { auditAnnotationsOf } from "./readers/audit-annotations.ts";
import { podCreation } from "./stub-attributes.tool.ts";
import { stubPorts } from "./stub-ports.ts";

const pod = (fields: JsonObject = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "a", labels: { app: "x" } },
  ...fields,
});

const attributes = (overrides: Partial<Attributes> = {}): Attributes =>
  podCreation({ user: { username: "alice", groups: ["g"] }, ...overrides });

const PODS: JsonObject = {
  operations: ["CREATE"],
  apiGroups: [""],
  apiVersions: ["v1"],
  resources: ["pods"],
};
const matching = (overrides: JsonObject = {}): JsonObject => ({
  resourceRules: [PODS],
  matchPolicy: "Equivalent",
  namespaceSelector: {},
  objectSelector: {},
  ...overrides,
});

const policy = (spec: JsonObject, name = "p"): KubeObject => ({
  metadata: { name },
  spec: { failurePolicy: "Fail", matchConstraints: matching(), ...spec },
});
const binding = (spec: JsonObject = {}, name = "b"): KubeObject => ({
  metadata: { name },
  spec: { policyName: "p", validationActions: ["Deny"], ...spec },
});
const mutation = (expression: string): JsonObject => ({ patchType: "JSONPatch", jsonPatch: { expression } });

interface Setup {
  readonly validating?: readonly KubeObject[];
  readonly mutating?: readonly KubeObject[];
  readonly bindings?: readonly KubeObject[];
  readonly ports?: Partial<AdmissionPorts>;
}

async function admit(
  { validating = [], mutating = [], bindings = [binding()], ports = {} }: Setup,
  object: KubeObject = pod(),
  about: Partial<Attributes> = {},
) {
  const engine = createAdmissionEngine(
    stubPorts({ namespace: (name) => ({ metadata: { name, labels: { team: "red" } } }), ...ports }),
  );
  const policies = {
    mutating: { policies: mutating, bindings },
    validating: { policies: validating, bindings },
  };
  engine.setPlan(compilePlan([], [], { policies }));
  const admission = engine.begin(attributes(about));
  const mutated = await admission.mutate(object);
  if (mutated.kind === "refused")
    return { refusal: mutated.error.status, verdict: admission.verdict, object: undefined };
  const outcome = await admission.validate(mutated.object);
  const refusal = outcome.kind === "refused" ? outcome.error.status : undefined;
  return { refusal, verdict: admission.verdict, object: mutated.object };
}

const refuses = (spec: JsonObject): JsonObject => ({ validations: [{ expression: "false", ...spec }] });

describe("validating policies", () => {
  it("deny with the text and the code of their reason", async () => {
    const { refusal } = await admit({
      validating: [policy(refuses({ message: " no ", reason: "Forbidden" }))],
    });
    const message = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no";
    expect(refusal).toMatchObject({
      code: 403,
      reason: "Forbidden",
      message: `pods "p" is forbidden: ${message}`,
      details: { name: "p", kind: "pods", causes: [{ message }] },
    });
  });

  it.each<[string, JsonObject, string]>([
    ["the expression", {}, "failed expression: false"],
    ["a messageExpression", { messageExpression: "' seen ' + object.metadata.name" }, "seen p"],
    ["a message instead of lines", { messageExpression: "'a\\nb'", message: "m" }, "m"],
    ["a message instead of an error", { messageExpression: "object.x", message: "m" }, "m"],
    ["a message where there is no authorizer", { messageExpression: "variables.rights", message: "m" }, "m"],
  ])("show %s", async (_, spec, text) => {
    const variables = [
      { name: "rights", expression: "string(authorizer.path('/x').check('get').allowed())" },
    ];
    const { refusal } = await admit({ validating: [policy({ variables, ...refuses(spec) })] });
    expect(refusal?.message?.split("denied request: ")[1]).toBe(text);
  });

  it("see the object, the request, the namespace and variables", async () => {
    const validations = [
      { expression: "object.metadata.labels.app == 'x' && request.userInfo.username == 'alice'" },
      { expression: "namespaceObject.metadata.labels.team == variables.team" },
    ];
    const variables = [{ name: "team", expression: "'red'" }];
    expect((await admit({ validating: [policy({ validations, variables })] })).refusal).toBeUndefined();
  });

  it.each<[string, JsonObject, JsonObject, string | undefined]>([
    ["an error with Fail", {}, {}, "expression 'object.x == 1' resulted in error: no such key: x"],
    ["an error with Ignore", { failurePolicy: "Ignore" }, {}, undefined],
    ["an error of a binding that only warns", {}, { validationActions: ["Warn"] }, undefined],
  ])("treat %s as they say", async (_, spec, bound, text) => {
    const validating = [policy({ validations: [{ expression: "object.x == 1" }], ...spec })];
    const { refusal } = await admit({ validating, bindings: [binding(bound)] });
    expect(refusal?.message?.split("denied request: ")[1]).toBe(text);
  });

  it("warn and audit as their binding says", async () => {
    const validating = [policy(refuses({ message: "no" }))];
    const bindings = [binding({ validationActions: ["Warn", "Audit"] })];
    const { refusal, verdict } = await admit({ validating, bindings });
    expect(refusal).toBeUndefined();
    expect(verdict.warnings).toEqual([
      "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': no",
    ]);
    expect(auditAnnotationsOf(verdict, "Metadata")).toEqual({
      "validation.policy.admission.k8s.io/validation_failure":
        '[{"message":"no","policy":"p","binding":"b","expressionIndex":0,"validationActions":["Warn","Audit"]}]',
    });
    const counted = admissionMetricsOf(verdict).filter(({ metric }) => metric.endsWith("check_total"));
    expect(counted.map(({ labels }) => labels)).toEqual(
      ["warn", "audit"].map((enforcement_action) => ({
        policy: "p",
        policy_binding: "b",
        error_type: "invalid_error",
        enforcement_action,
      })),
    );
  });

  it("audit failures of all policies in one list of at most 50", async () => {
    const failing = (n: number) => Array.from({ length: n }, () => ({ expression: "false", message: "no" }));
    const named = (name: string, n: number) => policy({ validations: failing(n) }, name);
    const bound = (policyName: string) => binding({ policyName, validationActions: ["Audit"] }, policyName);
    const { verdict } = await admit({
      validating: [named("p", 2), named("q", 49)],
      bindings: [bound("p"), bound("q")],
    });
    const key = "validation.policy.admission.k8s.io/validation_failure";
    const failures: JsonObject[] = JSON.parse(auditAnnotationsOf(verdict, "Metadata")[key] ?? "[]");
    expect(failures.map(({ policy: of }) => of)).toEqual([
      "p",
      "p",
      ...Array.from({ length: 48 }, () => "q"),
    ]);
    expect(failures[1]).toEqual({
      message: "no",
      policy: "p",
      binding: "p",
      expressionIndex: 1,
      validationActions: ["Audit"],
    });
  });

  it("write audit annotations, those of several bindings as one list", async () => {
    const auditAnnotations = [
      { key: "k", valueExpression: "' ' + params.metadata.name" },
      { key: "none", valueExpression: "null" },
    ];
    const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
    const bindings = ["a", "b"].map((name) => binding({ paramRef: { name } }, name));
    const validating = [policy({ auditAnnotations, paramKind })];
    const { verdict } = await admit({ validating, bindings, ports: { params: configMaps() } });
    expect(auditAnnotationsOf(verdict, "Metadata")).toEqual({ "p/k": "a, b" });
  });

  it("are refused when they spend their budget", async () => {
    const list = "[0,1,2,3,4,5,6,7,8,9]";
    const loop = `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, ${list}.all(e, true)))))`;
    const validations = Array.from({ length: 30 }, () => ({ expression: loop }));
    const { refusal } = await admit({ validating: [policy({ validations })] });
    expect(refusal?.message).toContain("validation failed due to running out of cost budget");
  });
});

/** ConfigMaps a and b of any namespace. */
function configMaps(): ParamLookup {
  const made = (namespace: string, name: string): KubeObject => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name, labels: { name } },
  });
  return {
    kind: ({ kind }) =>
      kind === "Unknown"
        ? undefined
        : {
            namespaced: kind === "ConfigMap",
            watched: true,
            typed: true,
            get: (namespace, name) => (name === "a" || name === "b" ? made(namespace, name) : undefined),
            list: (namespace, matches) =>
              ["a", "b"].map((name) => made(namespace, name)).filter((o) => matches(o.metadata.labels)),
          },
  };
}

describe("parameters of policies", () => {
  const reason = "failed to configure binding: ";
  it.each<[string, string, JsonObject, string | undefined]>([
    ["are found by name", "ConfigMap", { name: "a" }, "seen a/a"],
    ["are found in another namespace", "ConfigMap", { name: "b", namespace: "other" }, "seen other/b"],
    ["are found by selector", "ConfigMap", { selector: { matchLabels: { name: "b" } } }, "seen a/b"],
    ["may be missing", "ConfigMap", { name: "c", parameterNotFoundAction: "Allow" }, undefined],
    [
      "must not be missing",
      "ConfigMap",
      { name: "c", parameterNotFoundAction: "Deny" },
      `${reason}no params found for policy binding with \`Deny\` parameterNotFoundAction`,
    ],
    [
      "have no namespace where their kind has none",
      "Cluster",
      { name: "a", namespace: "x" },
      `${reason}paramRef.namespace must not be provided for a cluster-scoped \`paramKind\``,
    ],
    [
      "are of a kind that is served",
      "Unknown",
      { name: "a" },
      "failed to configure policy: failed to find resource referenced by paramKind: '/v1, Kind=Unknown'",
    ],
  ])("%s", async (_, kind, paramRef, text) => {
    const messageExpression = "'seen ' + params.metadata.namespace + '/' + params.metadata.name";
    const validating = [policy({ paramKind: { apiVersion: "v1", kind }, ...refuses({ messageExpression }) })];
    const { refusal } = await admit({
      validating,
      bindings: [binding({ paramRef })],
      ports: { params: configMaps() },
    });
    expect(refusal?.message?.split("denied request: ")[1]).toBe(text);
  });

  const elsewhere = { matchResources: matching({ resourceRules: [{ ...PODS, resources: ["services"] }] }) };
  it("are of a kind that is served, whatever the bindings take", async () => {
    const validating = [policy({ paramKind: { apiVersion: "v1", kind: "Unknown" }, ...refuses({}) })];
    const asked = { validating, bindings: [binding(elsewhere)], ports: { params: configMaps() } };
    expect((await admit(asked)).refusal?.message).toContain(
      "failed to find resource referenced by paramKind",
    );
  });

  it.each([
    ["validating", "kind apiVersion metadata"],
    ["mutating", "metadata"],
  ] as const)("show %s policies: %s", async (sort, seen) => {
    const told = "['kind', 'apiVersion', 'metadata'].filter(k, k in params).join(' ')";
    const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
    const patch = `[JSONPatch{op: 'add', path: '/metadata/labels', value: {'seen': ${told}}}]`;
    const expressions =
      sort === "mutating" ? { mutations: [mutation(patch)] } : refuses({ messageExpression: told });
    const { refusal, object } = await admit({
      [sort]: [policy({ paramKind, ...expressions })],
      bindings: [binding({ paramRef: { name: "a" } })],
      ports: { params: configMaps() },
    });
    expect(refusal?.message?.split(": ").at(-1) ?? object?.metadata.labels?.seen).toBe(seen);
  });
});

describe("matching of policies", () => {
  const named = (...resourceNames: string[]): JsonObject => ({ resourceRules: [{ ...PODS, resourceNames }] });
  it.each<[string, JsonObject, JsonObject | undefined, boolean]>([
    ["rules", {}, undefined, true],
    ["names that are not meant", named("q"), undefined, false],
    ["names that are meant", named("q", "p"), undefined, true],
    ["exclusion", { excludeResourceRules: [PODS] }, undefined, false],
    [
      "exclusion of other names",
      { excludeResourceRules: [{ ...PODS, resourceNames: ["q"] }] },
      undefined,
      true,
    ],
    ["objectSelector", { objectSelector: { matchLabels: { app: "y" } } }, undefined, false],
    ["a binding for everything", {}, { resourceRules: [] }, true],
    ["a binding for other resources", {}, { resourceRules: [{ ...PODS, resources: ["services"] }] }, false],
    ["a binding for other names", {}, named("q"), false],
  ])("by %s", async (_, constraints, resources, refused) => {
    const validating = [policy({ matchConstraints: matching(constraints), ...refuses({}) })];
    const bound = resources && { matchResources: matching(resources) };
    const { refusal } = await admit({ validating, bindings: [binding(bound)] });
    expect(refusal !== undefined).toBe(refused);
  });

  it("asks in the version of the rule, and says what was asked", async () => {
    const rule = { ...PODS, apiVersions: ["v2"] };
    const validating = [
      policy({
        matchConstraints: matching({ resourceRules: [rule] }),
        matchConditions: [{ name: "own", expression: "request.resource.version == 'v1'" }],
        ...refuses({
          messageExpression: "request.resource.version + request.requestResource.version + object.apiVersion",
        }),
      }),
    ];
    const v2 = { group: "", version: "v2", resource: "pods" };
    const ports: Partial<AdmissionPorts> = {
      equivalentsOf: (resource) => [resource, v2],
      kindFor: () => ({ group: "", version: "v2", kind: "Pod" }),
    };
    const { refusal } = await admit({ validating, ports });
    expect(refusal?.message).toContain("denied request: v2v1v2");
  });

  it("lets a false condition win over errors, and leaves a line", async () => {
    const matchConditions = [
      { name: "broken", expression: "object.x == 1" },
      { name: "never", expression: "false" },
    ];
    const { refusal, verdict } = await admit({ validating: [policy({ matchConditions, ...refuses({}) })] });
    expect(refusal).toBeUndefined();
    expect(verdict.policies).toMatchObject([
      { policy: { name: "p" }, binding: { name: "b" }, filter: { kind: "matchConditions", saw: "never" } },
    ]);
  });

  it("does not ask about policies, but about webhook configurations", async () => {
    const rule = { ...PODS, apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] };
    const validating = [policy({ matchConstraints: matching({ resourceRules: [rule] }), ...refuses({}) })];
    const about = (resource: string, kind: string): Partial<Attributes> => ({
      namespace: "",
      kind: { group: "admissionregistration.k8s.io", version: "v1", kind },
      resource: { group: "admissionregistration.k8s.io", version: "v1", resource },
    });
    const refused = async (resource: string, kind: string): Promise<boolean> =>
      (await admit({ validating }, pod(), about(resource, kind))).refusal !== undefined;
    expect(await refused("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding")).toBe(
      false,
    );
    expect(await refused("mutatingwebhookconfigurations", "MutatingWebhookConfiguration")).toBe(true);
  });

  it("does not look at policies without a binding, nor at requests without a rule", async () => {
    const validating = [policy(refuses({}))];
    expect((await admit({ validating, bindings: [] })).verdict.plan.validatingPolicies).toEqual([]);
    const { verdict } = await admit({ validating }, pod(), { operation: "UPDATE" });
    expect(verdict.policies).toEqual([]);
  });
});

describe("mutating policies", () => {
  const add = (key: string): JsonObject =>
    mutation(`has(object.${key}) ? [] : [JSONPatch{op: "add", path: "/${key}", value: "new"}]`);

  it("change the object, in order, each seeing what was done before", async () => {
    const mutations = [add("one"), mutation('[JSONPatch{op: "copy", from: "/one", path: "/two"}]')];
    const { object } = await admit({ mutating: [policy({ mutations })] });
    expect(object).toMatchObject({ one: "new", two: "new" });
  });

  it("leave the object alone when a test does not hold", async () => {
    const mutations = [
      mutation('[JSONPatch{op: "test", path: "/kind", value: "X"}, JSONPatch{op: "remove", path: "/kind"}]'),
    ];
    const { object, refusal } = await admit({ mutating: [policy({ mutations })] });
    expect(refusal).toBeUndefined();
    expect(object).toEqual(pod());
  });

  it.each<[string, JsonObject, string | undefined]>([
    [
      "Fail",
      {},
      "JSON Patch: error in remove for path: '/no': Unable to remove nonexistent key: no: missing value",
    ],
    ["Ignore", { failurePolicy: "Ignore" }, undefined],
  ])("that fail, with %s", async (_, spec, text) => {
    const mutations = [mutation('[JSONPatch{op: "remove", path: "/no"}]'), add("after")];
    const { refusal, object } = await admit({ mutating: [policy({ mutations, ...spec })] });
    if (text === undefined) expect(object).toMatchObject({ after: "new" });
    else {
      const message = `policy 'p' with binding 'b' denied request: ${text}`;
      expect(refusal).toMatchObject({
        code: 403,
        reason: "Invalid",
        message,
        details: { causes: [{ message }] },
      });
    }
  });

  it("apply configurations through the port", async () => {
    const expression = 'Object{spec: Object.spec{a: [1, 2]}, metadata: Object.metadata{labels: {"l": "x"}}}';
    const mutations = [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }];
    const applyConfiguration = function* (object: KubeObject, configuration: JsonObject): Steps<JsonObject> {
      yield;
      return { ...(object as JsonObject), spec: configuration };
    };
    const ports = {
      mutations: {
        applyConfiguration,
        isCustom: () => false,
        isPublished: () => true,
        restore: () => undefined,
      },
    };
    const { object } = await admit({ mutating: [policy({ mutations })], ports });
    expect(object?.spec).toEqual({
      spec: { a: [1, 2] },
      metadata: { labels: { l: "x" } },
      apiVersion: "v1",
      kind: "Pod",
    });
  });

  it.each([
    ["IfNeeded", "ba"],
    ["Never", "b"],
  ])("with reinvocationPolicy %s see what others did", async (reinvocationPolicy, end) => {
    const first = policy(
      {
        reinvocationPolicy,
        mutations: [
          mutation('has(object.end) ? [JSONPatch{op: "add", path: "/end", value: object.end + "a"}] : []'),
        ],
      },
      "p",
    );
    const second = policy(
      { mutations: [mutation('has(object.end) ? [] : [JSONPatch{op: "add", path: "/end", value: "b"}]')] },
      "q",
    );
    const bindings = [binding(), binding({ policyName: "q" }, "c")];
    const { object, verdict } = await admit({ mutating: [first, second], bindings });
    expect(object).toMatchObject({ end });
    expect(verdict.plugins.filter(({ phase }) => phase === "admit").map(({ round }) => round)).toContain(1);
  });

  it("of built-in kinds cannot work in another version", async () => {
    const rule = { ...PODS, apiVersions: ["v2"] };
    const mutating = [
      policy({ matchConstraints: matching({ resourceRules: [rule] }), mutations: [add("x")] }),
    ];
    const v2 = { group: "", version: "v2", resource: "pods" };
    const ports: Partial<AdmissionPorts> = {
      equivalentsOf: (resource) => [resource, v2],
      kindFor: () => ({ group: "", version: "v2", kind: "Pod" }),
    };
    const { refusal } = await admit({ mutating, ports });
    expect(refusal?.message).toBe(
      "policy 'p' with binding 'b' denied request: converting (v2.Pod) to (v1.Pod): unknown conversion",
    );
  });
});

it("compilePlan compiles a policy once, whatever happens to its bindings", () => {
  const [one, two] = [policy(refuses({})), binding()];
  const planOf = (bindings: KubeObject[], previous = compilePlan([], [])) =>
    compilePlan([], [], {
      previous,
      policies: { mutating: { policies: [], bindings: [] }, validating: { policies: [one], bindings } },
    });
  const first = planOf([two]);
  const second = planOf([two, binding({}, "c")], first);
  expect(second.validatingPolicies[0]?.policy).toBe(first.validatingPolicies[0]?.policy);
  expect(second.validatingPolicies[0]?.bindings.map(({ name }) => name)).toEqual(["b", "c"]);
});

it("compilePlan binds one policy of many again, and leaves the others as they are", () => {
  const names = Array.from({ length: 1000 }, (_, i) => `p-${i + 1000}`);
  const policies = names.map((name) => policy(refuses({}), name));
  const bindings = names.map((name) => binding({ policyName: name }, `b-${name}`));
  const planOf = (bound: KubeObject[], previous = compilePlan([], [])) =>
    compilePlan([], [], {
      previous,
      policies: { mutating: { policies: [], bindings: [] }, validating: { policies, bindings: bound } },
    });
  const first = planOf(bindings);
  const second = planOf([...bindings, binding({ policyName: "p-1500" }, "a")], first);
  const changed = second.validatingPolicies.filter((hook, i) => hook !== first.validatingPolicies[i]);
  expect(changed.map((hook) => [hook.policy.name, hook.bindings.map(({ name }) => name)])).toEqual([
    ["p-1500", ["a", "b-p-1500"]],
  ]);
  const third = planOf(bindings.slice(1), second);
  expect(third.validatingPolicies.map((hook) => hook.policy.name)).toEqual(names.slice(1));
  expect(third.validatingPolicies.find((hook) => hook.policy.name === "p-1500")?.bindings).toHaveLength(1);
});
