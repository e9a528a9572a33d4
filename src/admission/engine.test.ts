import { describe, expect, it } from "vitest";
import type { KubeObject } from "../api/meta.ts";
import { notFound } from "../api/status.ts";
import type { Json, JsonObject } from "../json/value.ts";
import type { Attributes } from "./attributes.ts";
import { createAdmissionEngine } from "./engine.ts";
import type { BuiltinPlugin } from "./hook.ts";
import { compilePlan } from "./plan.ts";
import type { AdmissionPorts, TransportResult } from "./ports.ts";
import { auditAnnotationsOf } from "./readers/audit-annotations.ts";
import { podCreation } from "./stub-attributes.tool.ts";
import { stubPorts } from "./stub-ports.ts";

const pod = (labels: Record<string, string> = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "a", labels },
});

const attributes = (overrides: Partial<Attributes> = {}): Attributes =>
  podCreation({
    user: { username: "alice", groups: ["g"] },
    options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    ...overrides,
  });

const hook = (name: string, overrides: JsonObject = {}): JsonObject => ({
  name,
  clientConfig: { url: `https://127.0.0.1/${name}` },
  rules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }],
  matchPolicy: "Equivalent",
  namespaceSelector: {},
  objectSelector: {},
  failurePolicy: "Fail",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  timeoutSeconds: 10,
  ...overrides,
});

const configuration = (name: string, ...webhooks: JsonObject[]): KubeObject => ({
  metadata: { name },
  webhooks,
});

type Behaviour = (review: { uid: string; object: KubeObject | null }) => JsonObject;

/** Webhooks by name; `calls` records the called ones. */
function backend(behaviours: Record<string, Behaviour>) {
  const calls: string[] = [];
  const call: AdmissionPorts["call"] = async (target, body) => {
    calls.push(target.hook);
    const review = JSON.parse(Buffer.from(body).toString());
    const { kind, apiVersion, request } = review;
    const response = { uid: request.uid, allowed: true, ...behaviours[target.hook]?.(request) };
    return answer(JSON.stringify({ kind, apiVersion, response }));
  };
  return { calls, call };
}

const answer = (body: string): TransportResult => ({
  kind: "answer",
  status: 200,
  contentType: "application/json",
  body: Buffer.from(body),
});

const patch = (...operations: JsonObject[]): JsonObject => ({
  patchType: "JSONPatch",
  patch: Buffer.from(JSON.stringify(operations)).toString("base64"),
});

const label = (key: string, value: Json = "true"): JsonObject => ({
  op: "add",
  path: `/metadata/labels/${key}`,
  value,
});

interface Scenario {
  readonly hooks: JsonObject[];
  readonly behaviours?: Record<string, Behaviour>;
  readonly plugins?: BuiltinPlugin[];
  readonly attributes?: Partial<Attributes>;
  readonly ports?: Partial<AdmissionPorts>;
  readonly object?: KubeObject | null;
}

async function mutate(scenario: Scenario) {
  const { calls, call } = backend(scenario.behaviours ?? {});
  const engine = createAdmissionEngine(stubPorts({ call, ...scenario.ports }));
  engine.setPlan(
    compilePlan([configuration("m", ...scenario.hooks)], [], { plugins: scenario.plugins ?? [] }),
  );
  const admission = engine.begin(attributes(scenario.attributes));
  const outcome = await admission.mutate(scenario.object === undefined ? pod() : scenario.object);
  return { calls, outcome, verdict: admission.verdict };
}

async function validate(scenario: Scenario) {
  const { calls, call } = backend(scenario.behaviours ?? {});
  const engine = createAdmissionEngine(stubPorts({ call, ...scenario.ports }));
  engine.setPlan(compilePlan([], [configuration("v", ...scenario.hooks)]));
  const admission = engine.begin(attributes(scenario.attributes));
  const outcome = await admission.validate(scenario.object === undefined ? pod() : scenario.object);
  return { calls, outcome, verdict: admission.verdict };
}

const ifNeeded = { reinvocationPolicy: "IfNeeded" };
const once =
  (operation: JsonObject, seen: (object: KubeObject) => boolean): Behaviour =>
  (review) =>
    review.object !== null && !seen(review.object) ? patch(operation) : {};
const has = (key: string) => (object: KubeObject) => object.metadata.labels?.[key] !== undefined;

describe("mutate: who is asked again", () => {
  const cases: [string, Scenario, string[]][] = [
    ["nobody patches: once", { hooks: [hook("a", ifNeeded)] }, ["a"]],
    [
      "its own patch does not bring a hook back",
      { hooks: [hook("a", ifNeeded)], behaviours: { a: () => patch(label("x")) } },
      ["a"],
    ],
    [
      "an earlier IfNeeded hook is asked again after a later patch",
      { hooks: [hook("a", ifNeeded), hook("b")], behaviours: { b: () => patch(label("x")) } },
      ["a", "b", "a"],
    ],
    [
      "policy Never is asked once",
      { hooks: [hook("a"), hook("b")], behaviours: { b: () => patch(label("x")) } },
      ["a", "b"],
    ],
    [
      "both set the same field",
      {
        hooks: [hook("a", ifNeeded), hook("b", ifNeeded)],
        behaviours: { a: () => patch(label("x", "1")), b: () => patch(label("x", "2")) },
      },
      ["a", "b", "a", "b"],
    ],
    [
      "a hook that did not match at first is not asked in the second round",
      {
        hooks: [hook("b", { objectSelector: { matchLabels: { x: "1" } }, ...ifNeeded }), hook("a")],
        behaviours: { a: () => patch(label("x", "1")) },
      },
      ["a"],
    ],
    [
      "a later hook sees the labels of an earlier one",
      {
        hooks: [hook("a"), hook("b", { objectSelector: { matchLabels: { x: "1" } } })],
        behaviours: { a: () => patch(label("x", "1")) },
      },
      ["a", "b"],
    ],
    [
      "a patch without effect is no change",
      {
        hooks: [hook("a", ifNeeded), hook("b")],
        behaviours: { b: () => patch({ op: "replace", path: "/metadata/name", value: "p" }) },
      },
      ["a", "b"],
    ],
    [
      "a patch without effect on a freshly stamped object is a change",
      {
        hooks: [hook("a", ifNeeded), hook("b")],
        behaviours: { b: () => patch({ op: "test", path: "/metadata/name", value: "p" }) },
        attributes: { freshlyStamped: true },
        object: { ...pod(), metadata: { ...pod().metadata, managedFields: [{ manager: "m" }] } },
      },
      ["a", "b", "a"],
    ],
    [
      "an empty patch is no change",
      {
        hooks: [hook("a", ifNeeded), hook("b")],
        behaviours: { b: () => patch() },
        attributes: { freshlyStamped: true },
        object: { ...pod(), metadata: { ...pod().metadata, managedFields: [{ manager: "m" }] } },
      },
      ["a", "b"],
    ],
  ];
  it.each(cases)("%s", async (_, scenario, expected) => {
    const { calls, outcome } = await mutate(scenario);
    expect(outcome.kind).toBe("admitted");
    expect(calls).toEqual(expected);
  });

  it("a built-in plugin that reacts in the second round brings a hook back", async () => {
    const plugin: BuiltinPlugin = {
      kind: "builtin",
      name: "Priority",
      operations: new Set(["CREATE"]),
      admit: ({ object }) =>
        object?.metadata.labels?.x === "1"
          ? { ...object, metadata: { ...object.metadata, labels: { x: "1", y: "2" } } }
          : undefined,
    };
    const { calls } = await mutate({
      hooks: [hook("a", ifNeeded)],
      behaviours: { a: once(label("x", "1"), has("x")) },
      plugins: [plugin],
    });
    expect(calls).toEqual(["a", "a"]);
  });

  it("a change of the last hook brings back all but itself", async () => {
    const { calls, verdict } = await mutate({
      hooks: [hook("a", ifNeeded), hook("b", ifNeeded), hook("c", ifNeeded)],
      behaviours: { c: once(label("c"), has("c")) },
    });
    expect(calls).toEqual(["a", "b", "c", "a", "b"]);
    const skipped = verdict.hooks.filter((line) => line.filter?.kind === "reinvocation");
    expect(skipped.map((line) => line.hook.name)).toEqual(["c"]);
  });

  it("a change in the second round brings back those after it", async () => {
    let round = 0;
    const { calls } = await mutate({
      hooks: [hook("a", ifNeeded), hook("b", ifNeeded), hook("c", ifNeeded)],
      behaviours: { b: () => (round++ === 1 ? patch(label("again")) : {}), c: once(label("c"), has("c")) },
    });
    expect(calls).toEqual(["a", "b", "c", "a", "b", "c"]);
  });
});

describe("mutate: patches", () => {
  it("hands on the patched object and leaves the given one alone", async () => {
    const object = pod();
    const { outcome } = await mutate({
      hooks: [hook("a")],
      behaviours: { a: () => patch(label("x")) },
      object,
    });
    expect(outcome).toMatchObject({ kind: "admitted", object: { metadata: { labels: { x: "true" } } } });
    expect(object.metadata.labels).toEqual({});
  });

  it("refuses a patch where there is no object, whatever the policy", async () => {
    const { outcome } = await mutate({
      hooks: [hook("a", { failurePolicy: "Ignore" })],
      behaviours: { a: () => patch(label("x")) },
      attributes: { operation: "DELETE", oldObject: pod() },
      object: null,
    });
    expect(outcome).toMatchObject({
      kind: "refused",
      error: {
        message:
          'Internal error occurred: admission webhook "a" attempted to modify the object, which is not supported for this operation',
      },
    });
  });

  it("says what does not apply in the library's words, and logs it with the webhook", async () => {
    const logged: unknown[][] = [];
    const { outcome, verdict } = await mutate({
      ports: { log: (...line) => logged.push(line) },
      hooks: [hook("a", { failurePolicy: "Ignore" })],
      behaviours: { a: () => patch({ op: "remove", path: "/metadata/labels/x" }) },
    });
    expect(outcome).toMatchObject({
      error: {
        message:
          "Internal error occurred: error in remove for path: '/metadata/labels/x': Unable to remove nonexistent key: x: missing value",
      },
    });
    expect(logged).toEqual([
      [
        "warn",
        expect.stringMatching(/^Failed applying the patch of webhook a: .*: missing value$/),
        { operation: "CREATE", resource: "pods", name: "a/p", user: "alice" },
      ],
    ]);
    expect(auditAnnotationsOf(verdict, "Request")).toEqual({
      "mutation.webhook.admission.k8s.io/round_0_index_0":
        '{"configuration":"m","webhook":"a","mutated":false}',
    });
  });
});

describe("failurePolicy", () => {
  const error: TransportResult = {
    kind: "error",
    message: 'Post "https://127.0.0.1/a?timeout=10s": context deadline exceeded',
    code: 503,
    canceled: false,
    timedOut: true,
  };
  it("Fail turns a failed call into a 500", async () => {
    const { outcome } = await validate({ hooks: [hook("a")], ports: { call: async () => error } });
    expect(outcome).toMatchObject({
      kind: "refused",
      error: {
        code: 500,
        message:
          'Internal error occurred: failed calling webhook "a": failed to call webhook: Post "https://127.0.0.1/a?timeout=10s": context deadline exceeded',
      },
    });
  });

  it("Ignore lets the request pass and leaves an annotation", async () => {
    const { outcome, verdict } = await validate({
      hooks: [hook("n", { rules: [] }), hook("a", { failurePolicy: "Ignore" })],
      ports: { call: async () => error },
    });
    expect(outcome.kind).toBe("admitted");
    expect(auditAnnotationsOf(verdict, "Metadata")).toEqual({
      "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "a",
    });
  });

  it("Ignore ends with a timeout when the request's own time is over", async () => {
    let now = 0;
    const call = async () => {
      now = 10_000;
      return error;
    };
    const { outcome } = await mutate({
      hooks: [hook("a", { failurePolicy: "Ignore" }), hook("b")],
      ports: { call, now: () => now },
      attributes: { deadline: 5000 },
    });
    expect(outcome).toMatchObject({
      error: { code: 504, message: "Timeout: request did not complete within requested timeout" },
    });
  });

  it("does not help against dry run with side effects", async () => {
    const { outcome, calls } = await validate({
      hooks: [hook("a", { failurePolicy: "Ignore", sideEffects: "Some" })],
      attributes: { dryRun: true },
    });
    expect(outcome).toMatchObject({
      error: { code: 400, message: 'admission webhook "a" does not support dry run' },
    });
    expect(calls).toEqual([]);
  });

  it("swallows a denial with a wrong uid", async () => {
    const { outcome } = await validate({
      hooks: [hook("a", { failurePolicy: "Ignore" })],
      behaviours: { a: () => ({ allowed: false, uid: "x" }) },
    });
    expect(outcome.kind).toBe("admitted");
  });
});

describe("validate", () => {
  it("asks everybody and answers with the first denial to arrive", async () => {
    const deny =
      (message: string): Behaviour =>
      () => ({ allowed: false, status: { message } });
    const { outcome, calls } = await validate({
      hooks: [hook("a"), hook("b"), hook("c")],
      behaviours: { b: deny("first"), c: deny("second") },
    });
    expect(calls).toEqual(["a", "b", "c"]);
    expect(outcome).toMatchObject({
      error: { code: 400, message: 'admission webhook "b" denied the request: first' },
    });
  });

  it("keeps warnings and annotations of a denial, and drops keys that are none", async () => {
    const { verdict } = await validate({
      hooks: [hook("a.b.c")],
      behaviours: {
        "a.b.c": () => ({
          allowed: false,
          warnings: ["w"],
          auditAnnotations: { good: "1", "with/slash": "2", "": "3", "with space": "4" },
        }),
      },
    });
    expect(verdict.warnings).toEqual(["w"]);
    expect(auditAnnotationsOf(verdict, "Metadata")).toEqual({ "a.b.c/good": "1" });
  });

  it("contains what breaks inside one call", async () => {
    const call = async () => {
      throw new Error("boom");
    };
    const closed = await validate({ hooks: [hook("a")], ports: { call } });
    expect(closed.outcome).toMatchObject({
      error: { message: "Internal error occurred: ValidatingAdmissionWebhook/a has panicked: boom" },
    });
    const open = await validate({ hooks: [hook("a", { failurePolicy: "Ignore" })], ports: { call } });
    expect(open.outcome.kind).toBe("admitted");
  });

  it("reports a missing namespace only when the rules match", async () => {
    const selector = { namespaceSelector: { matchLabels: { a: "b" } } };
    const ports = { namespaceLabels: () => undefined };
    const refused = await validate({ hooks: [hook("a", selector)], ports });
    expect(refused.outcome).toEqual({
      kind: "refused",
      error: notFound({ group: "", resource: "namespaces" }, "a"),
    });
    const passed = await validate({ hooks: [hook("a", { ...selector, rules: [] })], ports });
    expect(passed.outcome.kind).toBe("admitted");
  });

  it("leaves the first filter that said no, with what it saw", async () => {
    const { verdict } = await validate({
      hooks: [
        hook("a", { namespaceSelector: { matchLabels: { a: "b" } } }),
        hook("b", { objectSelector: { matchLabels: { x: "y" } } }),
      ],
      ports: { namespaceLabels: async () => ({ env: "dev" }) },
      object: pod({ x: "z" }),
    });
    expect(verdict.hooks.map(({ filter }) => filter)).toEqual([
      { kind: "namespaceSelector", saw: { env: "dev" } },
      { kind: "objectSelector", saw: { x: "z" } },
    ]);
  });
});

describe("equivalent versions", () => {
  const kinds: Partial<AdmissionPorts> = {
    equivalentsOf: (resource) => [resource, { ...resource, version: "v2" }],
    kindFor: (resource) => ({ group: resource.group, version: resource.version, kind: "Pod" }),
    toHub: (object) => ({ ...object, apiVersion: "v1" }),
  };
  const rules = [{ operations: ["*"], apiGroups: [""], apiVersions: ["v2"], resources: ["pods"] }];

  it("sends the rule's version and converts the patched object back", async () => {
    const seen: unknown[] = [];
    const { outcome } = await mutate({
      hooks: [hook("a", { rules })],
      behaviours: {
        a: (review) => {
          seen.push(review);
          return patch(label("x"));
        },
      },
      ports: kinds,
    });
    expect(seen).toMatchObject([
      {
        kind: { group: "", version: "v2", kind: "Pod" },
        resource: { group: "", version: "v2", resource: "pods" },
        requestKind: { group: "", version: "v1", kind: "Pod" },
        object: { apiVersion: "v2" },
        oldObject: null,
      },
    ]);
    expect(outcome).toMatchObject({ object: { apiVersion: "v1", metadata: { labels: { x: "true" } } } });
  });

  it("wraps a failed conversion twice for mutating hooks, once for validating ones", async () => {
    const convert = () => {
      throw new Error("no way");
    };
    const ports = { ...kinds, convert };
    const mutating = await mutate({ hooks: [hook("a", { rules, failurePolicy: "Ignore" })], ports });
    expect(mutating.outcome).toMatchObject({
      error: { message: "Internal error occurred: Internal error occurred: no way" },
    });
    const validating = await validate({ hooks: [hook("a", { rules, failurePolicy: "Ignore" })], ports });
    expect(validating.outcome).toMatchObject({ error: { message: "Internal error occurred: no way" } });
  });

  it("is not looked for with policy Exact", async () => {
    const { calls } = await mutate({ hooks: [hook("a", { rules, matchPolicy: "Exact" })], ports: kinds });
    expect(calls).toEqual([]);
  });
});
