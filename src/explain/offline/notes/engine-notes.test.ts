import { expect, test } from "vitest";
import { parseManifests } from "../manifests.ts";
import { constraintNotes } from "./constraint-notes.ts";
import { engineNotes } from "./engine-notes.ts";

const constraint = (action: string): string => `
apiVersion: constraints.gatekeeper.sh/v1beta1
kind: Labels
metadata: { name: owner }
spec: { ${action}, match: { kinds: [{ apiGroups: [""], kinds: [Pod] }] } }`;
const mutator = (spec: string): string => `
apiVersion: mutations.gatekeeper.sh/v1
kind: Assign
metadata: { name: user }
spec: { applyTo: [{ groups: [""], kinds: [Pod], versions: [v1] }], ${spec} }`;
const policy = (spec: string): string => `
apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata: { name: tags }
spec: { ${spec}, rules: [{ name: a, match: { any: [{ resources: { kinds: [v1/Pod] } }] }, validate: { pattern: {} } }] }`;
const filters = (entries: string): string => `${policy("validationFailureAction: Enforce")}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: kyverno, namespace: kyverno }
data: { resourceFilters: "${entries}" }`;
const mutation = (enabled: boolean, resource: string): string => `
apiVersion: policies.kyverno.io/v1
kind: MutatingPolicy
metadata: { name: zone }
spec:
  evaluation: { admission: { enabled: ${enabled} } }
  matchConstraints: { resourceRules: [{ apiGroups: [""], resources: [${resource}] }] }`;
const filter = (match: string): string =>
  policy("validationFailureAction: Enforce").replace(/match: .*? validate/, `match: ${match}, validate`);
const REFUSED =
  'admission webhook "validate.kyverno.svc-fail" denied the request: \n\nresource was blocked\n\n';
const FAILED =
  'admission webhook "mutate.kyverno.svc-fail" denied the request: mutation policy tags error: failed to apply policy tags rules [a: failed to evaluate list request.object.spec.volumes]';
const GATEKEEPER = 'admission webhook "validation.gatekeeper.sh" denied the request: ';
const KUBEWARDEN = `
apiVersion: policies.kubewarden.io/v1
kind: ClusterAdmissionPolicy
metadata: { name: safe }
spec: { rules: [] }`;
const kubewarden = (name: string): string =>
  `admission webhook "clusterwide-${name}.kubewarden.admission" denied the request: policy`;
const request = (namespace: string, resource = "pods", subresource = "") => ({
  namespace,
  resource: { group: "", version: "v1", resource },
  subresource,
});
const owned = {
  ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", controller: true }],
};

test.each<[string, { isAsked?: boolean; refusal?: string; metadata?: object }, RegExp | undefined]>([
  [
    constraint("enforcementAction: Deny"),
    {},
    /^Labels\/owner: enforcementAction is "Deny", .* \(a.yaml:5\)$/,
  ],
  [constraint("enforcementAction: dryrun"), { isAsked: true }, /is dryrun: it refuses nothing/],
  [constraint("enforcementAction: dryrun"), {}, undefined],
  [constraint("parameters: {}"), { isAsked: true }, undefined],
  // Gatekeeper takes an empty action for deny.
  [constraint('enforcementAction: ""'), {}, undefined],
  [policy("background: false"), { isAsked: true }, /failure action is Audit/],
  [policy("validationFailureAction: enforce"), { isAsked: true }, undefined],
  [policy("background: false"), {}, undefined],
  [policy("background: false").replace("Cluster", ""), { isAsked: true }, undefined],
  [policy("evaluation: { admission: { enabled: false } }"), {}, undefined],
  [mutation(false, "pods"), {}, /evaluation\.admission\.enabled is false/],
  [mutation(false, "services"), {}, undefined],
  [mutation(true, "pods"), {}, undefined],
  [
    filters("[Event,*,*][*,shop,*]"),
    {},
    /resourceFilters has \[\*,shop,\*\]: Kyverno applies no policy to this Pod/,
  ],
  [filters("[Pod,shop,agent-*]"), { metadata: { name: "agent-1" } }, /has \[Pod,shop,agent-\*\]/],
  [filters("[v1/Pod,shop,*]"), {}, /has \[v1\/Pod,shop,\*\]/],
  [filters("[*/*,shop,*]"), {}, /has \[\*\/\*,shop,\*\]/],
  [filters("[Pod/exec,shop,*][*,kyverno,*][Service,shop,*]"), {}, undefined],
  // Kinds of other groups, a glob with its star in the middle, and an entry with a fourth part.
  [filters("[metrics.k8s.io/*/Pod,shop,*][v2/Pod,shop,*][Pod,sh*x,*][Pod,shop,*,*]"), {}, undefined],
  [
    filters("[DaemonSet,shop,agent]"),
    { metadata: owned, refusal: "validate.kyverno.svc-fail" },
    /for the DaemonSet itself/,
  ],
  [filters("[DaemonSet,shop,agent]"), { metadata: owned }, undefined],
  [
    filters("[example.com/v1/DaemonSet,shop,agent]"),
    { metadata: owned, refusal: "validate.kyverno.svc-fail" },
    undefined,
  ],
  [
    mutator(
      "parameters: { pathTests: [{ subPath: spec.a, condition: MustNotExist }, { subPath: spec.a.b, condition: MustExist }] }",
    ),
    {},
    /spec\.a\.b must exist, and it or a path above it must not/,
  ],
  [
    mutator(
      "parameters: { pathTests: [{ subPath: spec.a, condition: MustNotExist }, { subPath: spec.ab, condition: MustExist }] }",
    ),
    {},
    undefined,
  ],
  [
    filter("{ any: [{ resources: { kinds: [v1/Pod], label: { a: b } } }] }"),
    {},
    /Kyverno does not read match\.any\[0\]\.resources\.label/,
  ],
  [
    filter("{ any: [{ resources: { kinds: [v1/Pod], labels: { name: b } } }] }"),
    {},
    /resources\.labels \(a\.yaml:5\)$/,
  ],
  [
    filter("{ any: [{ resources: { kinds: [v1/Pod] }, resource: { kinds: [v1/Pod] } }] }"),
    {},
    /any\[0\]\.resource: kinds belongs into resources itself/,
  ],
  [
    filter(
      "{ all: [{ resources: { kinds: [Pod], names: [a], operations: [CREATE], selector: {} }, roles: [a] }] }",
    ),
    {},
    undefined,
  ],
  [
    policy("validationFailureAction: Enforce"),
    { refusal: `${REFUSED}tags:\n  a: no tag\n` },
    /the refusal names ClusterPolicy\/tags \(a\.yaml:5\)/,
  ],
  [
    policy("validationFailureAction: Enforce"),
    { refusal: `${REFUSED}other:\n  a: no tag\ntags:\n  b: no tag\n` },
    undefined,
  ],
  [
    constraint("parameters: {}"),
    { refusal: `${GATEKEEPER}[owner] no label` },
    /names Labels\/owner \(a\.yaml:5\)/,
  ],
  [constraint("parameters: {}"), { refusal: `${GATEKEEPER}[owners] no label` }, undefined],
  // Texts in brackets and lines of a message, and other policies with this name or its beginning, are not meant.
  [constraint("parameters: {}"), { refusal: `${GATEKEEPER}[labels] container [owner] has none` }, undefined],
  [
    `${constraint("parameters: {}")}\n---${constraint("parameters: {}").replace("Labels", "Repos")}`,
    { refusal: `${GATEKEEPER}[owner] no label` },
    undefined,
  ],
  [
    policy("validationFailureAction: Enforce"),
    { refusal: `${REFUSED}tags:\n  b: |-\n    two rules:\n    a: no tag\n` },
    undefined,
  ],
  [
    policy("validationFailureAction: Enforce")
      .replace("Cluster", "")
      .replace("tags", "tags, namespace: other"),
    { refusal: `${REFUSED}tags:\n  a: no tag\n` },
    undefined,
  ],
  // Rules that Kyverno makes, and a rule that fails, with the text that its error quotes.
  [
    policy("validationFailureAction: Enforce"),
    { refusal: `${REFUSED}tags:\n  autogen-cronjob-a: no tag\n` },
    /the refusal names ClusterPolicy\/tags/,
  ],
  [
    policy("background: false").replace(
      "validate: { pattern: {} }",
      "mutate: { foreach: [\n  { list: request.object.spec.volumes }] }",
    ),
    { refusal: FAILED },
    /names ClusterPolicy\/tags \(a\.yaml:6\)/,
  ],
  // The error quotes the longer one of two texts; a rule can have the beginning of those that Kyverno makes.
  [
    policy("background: false").replace(
      "validate: { pattern: {} }",
      "context: [{ name: all, variable: { jmesPath: request.object.spec } }],\n  mutate: { foreach: [\n  { list: request.object.spec.volumes }] }",
    ),
    { refusal: FAILED },
    /names ClusterPolicy\/tags \(a\.yaml:7\)/,
  ],
  [
    policy("background: false").replace(
      "rules: [",
      "rules: [\n  { name: b, match: {} },\n  { name: autogen-b, match: {} },\n  ",
    ),
    { refusal: `${REFUSED}tags:\n  autogen-b: no tag\n` },
    /names ClusterPolicy\/tags \(a\.yaml:7\)/,
  ],
  [
    constraint("excludedNamespaces: [shop]"),
    {},
    /^Labels\/owner: spec\.excludedNamespaces is not read: .*spec\.match \(/,
  ],
  [mutator("scope: Namespaced"), {}, /^Assign\/user: spec\.scope is not read/],
  [policy("background: false, exclude: {}"), {}, /spec\.exclude is not read: it belongs into a rule/],
  [KUBEWARDEN, { refusal: `${kubewarden("safer")} clusterwide-safer. ` }, undefined],
  [KUBEWARDEN, { refusal: `${kubewarden("safe.v1")} clusterwide-safe.v1. It` }, undefined],
  [
    KUBEWARDEN,
    { refusal: `${kubewarden("safe")} clusterwide-safe. It` },
    /names ClusterAdmissionPolicy\/safe/,
  ],
  [
    KUBEWARDEN.replace("ClusterAdmissionPolicy", "PolicyServer"),
    { refusal: `${kubewarden("safe")} clusterwide-safe. It` },
    undefined,
  ],
])("engineNotes() of %s %j", async (text, { isAsked = false, refusal = "", metadata }, says) => {
  const object = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", ...metadata } };
  const resource = { group: "", resource: "pods" };
  const manifests = await parseManifests(text, "a.yaml");
  const notes = engineNotes({ object, namespace: "shop", resource, isAsked, refusal }, manifests);
  expect(notes).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
});

test.each<[string, RegExp | undefined, string?]>([
  [
    mutator("match: { namespaces: [prod-*] }"),
    /the mutator Assign\/user does not match this Pod: namespaces are prod-\*/,
  ],
  [mutator("match: { namespaces: [sh*] }"), undefined],
  [mutator("match: { excludedNamespaces: ['*op'] }"), /excludedNamespaces has \*op/],
  [mutator("match: { kinds: [{ apiGroups: [apps], kinds: [Pod] }] }"), /apiGroups are "apps"/],
  [mutator("match: { kinds: [{ apiGroups: [apps], kinds: [Pod] }, { kinds: ['*'] }] }"), undefined],
  // An object without a namespace is in none that is left out.
  [mutator("match: { excludedNamespaces: ['*'] }"), undefined, ""],
])("constraintNotes() of a mutator: %s", async (text, says, namespace = "shop") => {
  const object = { apiVersion: "v1", kind: "Pod" };
  const notes = constraintNotes(object, request(namespace), await parseManifests(text, "a.yaml"));
  expect(notes).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
});

const excepted = (name: string, match: string, rules = "[a]") => `
apiVersion: kyverno.io/v2
kind: PolicyException
metadata: { name: free, namespace: shop }
spec: { exceptions: [{ policyName: ${name}, ruleNames: ${rules} }], match: ${match} }`;
const ALL = "{ any: [{ resources: { kinds: [Pod] } }] }";

test.each<[string, RegExp | undefined]>([
  [
    excepted("shop/tags", ALL),
    /^PolicyException\/free: policyName is shop\/tags, and the ClusterPolicy .* is tags/,
  ],
  [excepted("tags", ALL, "[autogen-a, b*]"), /ruleNames does not have a, which refused it/],
  [
    excepted("tags", "{ any: [{ resources: { kinds: [Deployment] } }] }"),
    /its kinds are Deployment, and not Pod/,
  ],
  [excepted("tags", "{ all: [{ resources: { names: [api-*] } }] }"), /its names are api-\*, and not web/],
  [excepted("tags", "{ any: [{ resources: { namespaces: [team] } }] }"), /namespaces are team, and not shop/],
  // Exceptions that fit, for other objects, and of other policies.
  [excepted("tags", ALL, "['*']"), undefined],
  [
    excepted("tags", "{ any: [{ resources: { kinds: [Job] } }, { resources: { names: ['w?b'] } }] }"),
    undefined,
  ],
  [excepted("tags", "{ any: [{ resources: { kinds: [Job], names: [once] } }] }"), undefined],
  [excepted("names", ALL), undefined],
  [excepted("tags", "{ any: [{ resources: { kinds: ['P?d'] } }] }"), undefined],
  [excepted("tags", "{ any: [{}] }"), undefined],
  // The other of two policies with the name may have refused it; and an exception for a policy that is there is not for this one.
  [
    `${excepted("tags", ALL)}\n---${policy("background: false").replace("Cluster", "").replace("tags", "tags, namespace: shop")}`,
    undefined,
  ],
  [
    `${excepted("team/tags", ALL)}\n---${policy("background: false").replace("Cluster", "").replace("tags", "tags, namespace: team")}`,
    undefined,
  ],
  [excepted("tags", ALL).replace("kyverno.io/v2", "example.com/v1"), undefined],
])("exceptions of a policy that refused an object: %s", async (text, says) => {
  const object = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" } };
  const resource = { group: "", resource: "pods" };
  const manifests = await parseManifests(`${policy("background: false")}\n---${text}`, "a.yaml");
  const refusal = `${REFUSED}tags:\n  a: no tag\n`;
  const notes = engineNotes({ object, namespace: "shop", resource, isAsked: false, refusal }, manifests);
  const own = notes.filter((note) => !note.startsWith("the refusal names"));
  expect(own).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
});

const sizes = (kinds: string): string => `
apiVersion: constraints.gatekeeper.sh/v1beta1
kind: Sizes
metadata: { name: limit }
spec: { match: { kinds: ${kinds} } }`;

test.each<[string, boolean]>([
  ["[{ apiGroups: [apps], kinds: [Deployment] }]", true],
  ["[{ apiGroups: [apps], kinds: [Deployment] }, { apiGroups: ['*'], kinds: ['*'] }]", false],
  ["[{ apiGroups: [apps], kinds: [Deployment] }, { apiGroups: [autoscaling] }]", false],
  ["[{ apiGroups: [example.com], kinds: [Deployment] }]", false],
])("a constraint, and the object of a subresource: %s", async (kinds, isNoted) => {
  const object = { apiVersion: "autoscaling/v1", kind: "Scale" };
  const asked = {
    ...request("shop", "deployments", "scale"),
    resource: { group: "apps", version: "v1", resource: "deployments" },
  };
  const notes = constraintNotes(object, asked, await parseManifests(sizes(kinds), "a.yaml"), true);
  expect(notes).toHaveLength(isNoted ? 1 : 0);
});
