import type { Converts } from "../../case.ts";
import { addPolicy } from "../admission/policy.ts";
import { patched, review } from "../admission/review-answers.ts";
import { hookOf, register } from "../admission/webhook.ts";
import { HERE, type Scenario } from "../scenario.ts";
import { at, begin, CONVERTS, GROUP, LOSSY, v1, v2 } from "./converted-kind.ts";

const rule = (version: string, resources: readonly string[] = ["ports", "ports/*"]) => ({
  apiGroups: [GROUP],
  apiVersions: [version],
  resources,
  operations: ["*"],
});
const hook = (name: string, version: string, more?: object) => hookOf(name, [rule(version)], more);

function write(s: Scenario): void {
  s.post(at("v1"), v1("a", { host: "a", only1: "x" }));
  s.post(at("v2"), v2("b", { address: { host: "b" }, only2: "y", max2: 3 }, { labels: { l: "1" } }));
  s.post(at("v2"), { ...v2("c"), metadata: { generateName: "c-" } }, [["dryRun", "All"]]);
  s.get(at("v2"), [], { silent: true });
  s.patch("merge", `${at("v2")}/a`, { spec: { only2: "z" } });
  s.get(at("v1"), [], { silent: true });
  s.patch("merge", `${at("v1")}/b`, { spec: { only1: "z" } });
  s.get(at("v2"), [], { silent: true });
  s.patch("json", `${at("v2")}/b`, [{ op: "add", path: "/spec/max2", value: 4 }]);
  s.apply(`${at("v2")}/a`, v2("a", { tags: ["m"] }), "m");
  s.get(at("v1"), [], { silent: true });
  s.apply(`${at("v1")}/a`, v1("a", { words: ["m", "n"] }), "m");
  s.get(at("v2"), [], { silent: true });
  s.apply(`${at("v2")}/n`, v2("n", { tags: ["m"], max2: 2 }), "m");
  s.get(at("v1"), [], { silent: true });
  s.patch("merge", `${at("v1")}/a/status`, { status: { size: 3 } });
  s.get(at("v2"), [], { silent: true });
  s.patch("merge", `${at("v2")}/a/status`, { status: { phase: "p", only2: "s" } });
  // In kube-apiserver each version has its own cache, for which a list waits.
  s.get(at("v2"), [], { silent: true });
  s.patch("merge", `${at("v2")}/a/scale`, { spec: { replicas: 3 } });
  s.get(at("v1"), [], { silent: true });
  s.patch("merge", `${at("v1")}/a/scale`, { spec: { replicas: 4 } });
  s.get(at("v2"), [], { silent: true });
  const got = s.get(`${at("v2")}/b`);
  s.send("PUT", `${at("v2")}/b`, v2("b"), {
    from: { step: got, edits: [{ at: "/spec/only2", set: "put" }] },
  });
  s.get(`${at("v1")}/b`);
  s.get(at("v2"), [], { silent: true });
  s.delete(`${at("v2")}/a`);
  s.delete(`${at("v1")}/b`);
  s.delete(at("v2"));
}

/** Webhooks that see the version of the request, and others that see one of the two, by matchPolicy Equivalent. */
function asked(name: string, converts: Converts | undefined): Scenario {
  const s = begin(name, converts);
  s.hook("m1", patched([{ op: "add", path: "/spec/words", value: ["one"] }]));
  s.hook("m2", patched([{ op: "add", path: "/spec/max2", value: 1 }]));
  s.hook("m3", patched([{ op: "add", path: "/spec/unknown", value: { deep: [1] } }]));
  s.hook("v1", review({ allowed: true }));
  s.hook("v2", review({ allowed: true }));
  const on = (version: string) => ({ rules: [rule(version, ["ports", "ports/status"])] });
  register(s, "mutating", [
    hook("m1", "v1", on("v1")),
    hook("m2", "v2", on("v2")),
    hook("m3", "v1", on("v1")),
  ]);
  register(s, "validating", [hook("v1", "v1"), hook("v2", "v2")]);
  s.settle("webhooks");
  write(s);
  return s;
}

export const webhooks = (): Scenario => asked("converted-webhooks", LOSSY);
export const renamed = (): Scenario => asked("renamed-webhooks", undefined);

/** The same with a lossless conversion, and webhooks that match only exactly their version. */
export function exactly(): Scenario {
  const s = begin("converted-exactly", CONVERTS);
  s.hook("m1", patched([{ op: "add", path: "/metadata/annotations", value: { one: "1" } }]));
  s.hook("m2", patched([{ op: "add", path: "/metadata/labels", value: { two: "2" } }]));
  s.hook("v2", review({ allowed: true }));
  const exact = { matchPolicy: "Exact" };
  register(s, "mutating", [hook("m1", "v1", exact), hook("m2", "v2", exact)]);
  register(s, "validating", [hook("v2", "v2", { ...exact, timeoutSeconds: 9 })]);
  s.settle("webhooks");
  write(s);
  return s;
}

/** Policies of both sorts that are about one of the two versions. */
function policed(name: string, converts: Converts | undefined, mutates: string, sees: string): Scenario {
  const s = begin(name, converts);
  s.hook("v", { text: "" });
  const constraints = (version: string, more: object = {}) => ({
    matchConstraints: { ...HERE, resourceRules: [rule(version)], ...more },
  });
  const add = (sort: "mutating" | "validating", name: string, spec: object, bound: object) =>
    addPolicy(s, sort, `${name}-{{id}}`, spec, bound);
  const told =
    "request.operation + ' ' + request.kind.version + ' for ' + request.requestKind.version + ' ' + (has(request.subResource) ? request.subResource : '') + (object == null ? '' : ' ' + object.apiVersion.split('/')[1] + ' ' + ['address','host','max2','only1','only2','port','replicas','size','tags','unknown','words'].filter(k, k in object.spec).join(','))";
  const only = `/spec/only${mutates.slice(1)}`;
  const patches = `has(request.subResource) && request.subResource != '' ? [] : [JSONPatch{op: 'add', path: '${only}', value: 'm'}]`;
  // Only one of each type, because kube-apiserver calls several in random order.
  add(
    "validating",
    "v",
    { ...constraints(sees), validations: [{ expression: "false", messageExpression: told }] },
    { validationActions: ["Warn"] },
  );
  add(
    "mutating",
    "m",
    {
      ...constraints(mutates),
      reinvocationPolicy: "Never",
      failurePolicy: "Fail",
      mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: patches } }],
    },
    {},
  );
  s.settle("policies");
  // In kube-apiserver the types of new kinds are available some time after the kinds.
  for (const [url, body] of [
    [at("v1"), v1("early")],
    [at("v2"), v2("early")],
  ] as const)
    s.send("POST", url, body, { query: [["dryRun", "All"]], until: 201 });
  write(s);
  return s;
}

export const policies = (): Scenario => policed("converted-policies-one", LOSSY, "v1", "v2");
export const policiesTwo = (): Scenario => policed("converted-policies-two", LOSSY, "v2", "v1");
export const renamedPolicies = (): Scenario => policed("renamed-policies-one", undefined, "v1", "v2");
export const renamedPoliciesTwo = (): Scenario => policed("renamed-policies-two", undefined, "v2", "v1");
