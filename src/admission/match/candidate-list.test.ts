import { expect, test } from "vitest";
import type { KubeObject } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";
import type { Attributes } from "../attributes.ts";
import { createAdmissionEngine } from "../engine.ts";
import { compilePlan } from "../plan.ts";
import { stubPorts } from "../stub-ports.ts";
import { namespaceSelectorAdmits, objectSelectorAdmits } from "./selectors.ts";

const RULES = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["*"] }];
const VALUES = ["a", "b"];
const SELECTORS: readonly JsonObject[] = [
  {},
  { matchLabels: { x: "a" } },
  { matchLabels: { x: "a", y: "b" } },
  { matchExpressions: [{ key: "y", operator: "In", values: VALUES }] },
  { matchExpressions: [{ key: "x", operator: "NotIn", values: ["a"] }] },
  { matchExpressions: [{ key: "x", operator: "Exists" }] },
  { matchExpressions: [{ key: "y", operator: "DoesNotExist" }] },
  { matchExpressions: [{ key: "x", operator: "Wrong" }] },
];
const LABELS = [{}, { x: "a" }, { x: "b" }, { y: "a" }, { x: "a", y: "b" }, { z: "x" }];

const webhooks = SELECTORS.flatMap((namespaceSelector, i) =>
  SELECTORS.map((objectSelector, j) => ({
    name: `hook-${i}-${j}`,
    rules: RULES,
    namespaceSelector,
    objectSelector,
    failurePolicy: "Ignore",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    clientConfig: { url: "https://example.com/" },
  })),
);
const configuration: KubeObject = { metadata: { name: "all" }, webhooks };

const object = (labels: Record<string, string>): KubeObject => ({
  metadata: { name: "one", namespace: "ns", labels },
});

const attributesOf = (more: Partial<Attributes>): Attributes => ({
  operation: "CREATE",
  resource: { group: "", version: "v1", resource: "configmaps" },
  kind: { group: "", version: "v1", kind: "ConfigMap" },
  subresource: "",
  namespace: "ns",
  name: "one",
  user: { username: "jane", groups: [] },
  dryRun: false,
  oldObject: null,
  options: null,
  ...more,
});

/** Evaluates the selectors of a plan one by one. */
const REQUESTS = LABELS.flatMap((namespaceLabels) =>
  LABELS.flatMap((labels) =>
    [null, ...LABELS.map(object)].map((oldObject) => ({ namespaceLabels, labels, oldObject })),
  ),
);

test("hooks that selectors leave out together have the lines that they would have one by one", async () => {
  for (const { namespaceLabels, labels, oldObject } of REQUESTS) {
    const engine = createAdmissionEngine(stubPorts({ namespaceLabels: () => namespaceLabels }));
    const sound = { ...configuration, webhooks: webhooks.filter((hook) => !isBroken(hook)) };
    engine.setPlan(compilePlan([], [sound]));
    const attributes = attributesOf({ oldObject, operation: oldObject === null ? "CREATE" : "UPDATE" });
    const admission = engine.begin(attributes);
    await admission.validate(object(labels));
    const told = new Map(admission.verdict.hooks.map(({ hook, filter }) => [hook.name, filter]));
    const wanted = engine.plan.validating.map((hook) => {
      const seen = object(labels);
      const inNamespace = namespaceSelectorAdmits(
        hook.namespaceSelector,
        attributes,
        seen,
        () => namespaceLabels,
      );
      if (!(inNamespace instanceof Promise) && inNamespace.kind === "no")
        return [hook.name, { kind: "namespaceSelector", saw: inNamespace.saw }];
      const answer = objectSelectorAdmits(hook.objectSelector, seen, oldObject);
      return [hook.name, answer.kind === "no" ? { kind: "objectSelector", saw: answer.saw } : undefined];
    });
    expect([...told].sort()).toEqual(wanted.sort());
    expect(admission.verdict.asked.length).toBeLessThanOrEqual(told.size);
  }
});

const isBroken = (hook: (typeof webhooks)[number]): boolean => JSON.stringify(hook).includes("Wrong");

test("a broken selector is asked, and refuses the request", async () => {
  const engine = createAdmissionEngine(stubPorts({ namespaceLabels: () => ({}) }));
  engine.setPlan(
    compilePlan([], [{ ...configuration, webhooks: webhooks.filter((hook) => isBroken(hook)) }]),
  );
  const outcome = await engine.begin(attributesOf({})).validate(object({}));
  expect(outcome).toMatchObject({ error: { code: 500 } });
});

test("a thousand hooks that selectors leave out are not looked at", async () => {
  const many = Array.from({ length: 1000 }, (_, i) => ({
    ...webhooks[0]!,
    name: `hook-${i}`,
    namespaceSelector: i % 2 === 0 ? { matchLabels: { team: `t${i}` } } : {},
    objectSelector: i % 2 === 1 ? { matchLabels: { app: `a${i}` } } : {},
  }));
  const engine = createAdmissionEngine(stubPorts({ namespaceLabels: () => ({ team: "t4" }) }));
  engine.setPlan(compilePlan([{ ...configuration, webhooks: many }], []));
  const admission = engine.begin(attributesOf({}));
  await admission.mutate(object({ app: "a7" }));
  expect(admission.verdict.asked.map(({ hook }) => hook.name)).toEqual(["hook-4", "hook-7"]);
  expect(admission.verdict.hooks.map(({ index }) => index)).toEqual([...many.keys()]);
});

/**
 * Configurations with one webhook each, whose object selector needs the label `app` with the configuration's
 * name.
 */
const one = (name: string, app = name): KubeObject => ({
  metadata: { name },
  webhooks: [{ ...webhooks[0]!, name, matchPolicy: "Equivalent", objectSelector: { matchLabels: { app } } }],
});
const many = Array.from({ length: 2000 }, (_, i) => one(`c-${i + 1000}`));
const NAMESPACE = {};

test("a change to one of many configurations has only some rules looked at again", () => {
  let looked = 0;
  const equivalentsOf = (): [] => {
    looked += 1;
    return [];
  };
  const engine = createAdmissionEngine(stubPorts({ equivalentsOf }));
  const begin = (configurations: readonly KubeObject[]): void => {
    engine.setPlan(compilePlan(configurations, [], { previous: engine.plan }));
    engine.begin(attributesOf({ resource: { group: "apps", version: "v1", resource: "deployments" } }));
  };
  begin(many);
  expect(looked).toBe(2000);
  const changed = many.with(1000, one("c-2000", "other"));
  begin(changed);
  expect(looked).toBeLessThan(2300);
  begin([...changed, one("d")]);
  expect(looked).toBeLessThan(2600);
});

test("what changed among many configurations is in effect at once, and the others stay in their places", async () => {
  const engine = createAdmissionEngine(stubPorts({ namespaceLabels: () => NAMESPACE }));
  const asked = async (configurations: readonly KubeObject[], app: string) => {
    engine.setPlan(compilePlan(configurations, [], { previous: engine.plan }));
    const admission = engine.begin(attributesOf({}));
    await admission.mutate(object({ app }));
    return admission.verdict.asked.map(({ hook, index }) => [hook.name, index]);
  };
  expect(await asked(many, "c-1700")).toEqual([["c-1700", 700]]);
  expect(await asked(many.with(700, one("c-1700", "other")), "c-1700")).toEqual([]);
  expect(await asked(many.with(3, one("c-1003", "c-1700")), "c-1700")).toEqual([
    ["c-1003", 3],
    ["c-1700", 700],
  ]);
  expect(await asked([one("a"), ...many], "c-1700")).toEqual([["c-1700", 701]]);
  expect(await asked(many.slice(300), "c-1700")).toEqual([["c-1700", 400]]);
  expect(await asked([], "c-1700")).toEqual([]);
});
