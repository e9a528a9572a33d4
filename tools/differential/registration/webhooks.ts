import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { HookAnswer, Step } from "../case.ts";
import type { Random } from "../random.ts";
import { conditionsOf, namespaceSelectorOf, OWN, objectSelectorOf, rulesOf } from "./match.ts";
import type { Subject } from "./scene.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";

/** Configurations with random matching; all their webhooks allow. */
export function webhookSteps(
  random: Random,
  subject: Subject,
  wrong: boolean,
): { steps: Step[]; hooks: Record<string, readonly HookAnswer[]> } {
  const hooks: Record<string, readonly HookAnswer[]> = {};
  const names = ["c-{{id}}-b", "c-{{id}}-a", "c-{{id}}-c"];
  const steps = random.times(1, 3, (i): Step => {
    const isMutating = random.chance(0.6);
    const sort = isMutating ? "mutating" : "validating";
    const webhooks = random.times(1, 3, () => {
      const name = `${isMutating ? "m" : "v"}${Object.keys(hooks).length}`;
      hooks[name] = [];
      return webhookOf(random, subject, { name, isMutating, wrong });
    });
    const body = { metadata: { name: names[i] ?? "c" }, webhooks };
    return {
      name: `register ${i}`,
      method: "POST",
      path: `${REGISTRATION}/${sort}webhookconfigurations`,
      body,
      isSetup: true,
    };
  });
  return { steps, hooks };
}

function webhookOf(
  random: Random,
  subject: Subject,
  { name, isMutating, wrong }: { name: string; isMutating: boolean; wrong: boolean },
): JsonObject {
  const objectSelector = objectSelectorOf(random, false);
  const made: JsonObject = {
    name: `${name}.example.com`,
    clientConfig: { url: `{{hooks}}/${name}`, caBundle: "{{caBundle}}" },
    rules: rulesOf(random, subject, false),
    matchConditions: [{ name: "own", expression: OWN }, ...conditionsOf(random, wrong)],
    sideEffects: random.pick(["None", "None", "NoneOnDryRun"]),
    admissionReviewVersions: random.pick([["v1"], ["v1beta1", "v1"], ["v9", "v1"]]),
    ...(subject.namespaced ? { namespaceSelector: namespaceSelectorOf(random) } : {}),
    ...(objectSelector === undefined ? {} : { objectSelector }),
    ...(random.chance(0.6) ? { matchPolicy: random.pick(["Exact", "Equivalent"]) } : {}),
    ...(random.chance(0.4) ? { failurePolicy: random.pick(["Fail", "Ignore"]) } : {}),
    ...(isMutating && random.chance(0.3) ? { reinvocationPolicy: random.pick(["IfNeeded", "Never"]) } : {}),
  };
  if (wrong && random.chance(0.4)) Object.assign(made, random.pick(INVALID));
  return made;
}

const INVALID: readonly JsonObject[] = (
  [
    { name: "short" },
    { name: "" },
    { name: "Upper.example.com" },
    { sideEffects: "Some" },
    { sideEffects: "Unknown" },
    { sideEffects: null },
    { admissionReviewVersions: [] },
    { admissionReviewVersions: ["v9"] },
    { admissionReviewVersions: ["v1", "v1", "-x"] },
    { timeoutSeconds: 0 },
    { timeoutSeconds: 31 },
    { failurePolicy: "Other" },
    { matchPolicy: "" },
    { reinvocationPolicy: "Other" },
    { rules: [{ apiGroups: [], apiVersions: ["v1"], resources: ["pods"], operations: ["*"] }] },
    {
      rules: [
        {
          apiGroups: ["*", "a"],
          apiVersions: ["*", "v1"],
          resources: ["*", "pods"],
          operations: ["*", "CREATE"],
        },
      ],
    },
    { rules: [{ apiGroups: [""], apiVersions: [""], resources: [""], operations: [""], scope: "Other" }] },
    {
      rules: [
        {
          apiGroups: [""],
          apiVersions: ["v1"],
          resources: ["*/*", "pods", "a/b/c", "pods/*", "pods/status", "*/status"],
          operations: ["Create"],
        },
      ],
    },
    { clientConfig: {} },
    { clientConfig: { url: "http://example.com" } },
    { clientConfig: { url: "https://user@example.com/?a=b#c", caBundle: "eA==" } },
    {
      clientConfig: {
        url: "https://example.com",
        service: { name: "s", namespace: "n", port: 70000, path: "x//y" },
      },
    },
    {
      matchConditions: [
        { name: "a", expression: "" },
        { name: "a", expression: "true" },
        { name: "b", expression: "1" },
      ],
    },
    {
      objectSelector: {
        matchExpressions: [
          { key: "a", operator: "In" },
          { key: "-", operator: "Other" },
          { key: "a", operator: "Exists", values: ["x"] },
        ],
      },
    },
    { namespaceSelector: { matchLabels: { "bad key": "bad value!" } } },
    { unknown: 1 },
  ] as Json[]
).map((made) => made as JsonObject);
