import type { JsonObject } from "../../../src/json/value.ts";
import type { HookAnswer, Step } from "../case.ts";
import type { Random } from "../random.ts";
import { answerOf } from "./answers.ts";
import { type Actor, NAMESPACE } from "./scene.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";

export interface Registered {
  readonly steps: readonly Step[];
  readonly hooks: Readonly<Record<string, readonly HookAnswer[]>>;
}

/** Some webhooks for everything that happens to `actor` in the namespace of the case. */
export function register(random: Random, actor: Actor): Registered {
  const hooks: Record<string, readonly HookAnswer[]> = {};
  const webhook = (isMutating: boolean): JsonObject => {
    const name = `${isMutating ? "m" : "v"}${Object.keys(hooks).length}`;
    // With several validating webhooks, the one whose answer is used first is random.
    const isSilent = !isMutating && Object.keys(hooks).some((other) => other.startsWith("v"));
    hooks[name] = isSilent
      ? []
      : random.times(1, random.chance(0.2) ? 2 : 1, () => answerOf(random, actor, isMutating));
    return webhookOf(random, name, isMutating);
  };
  const sorts = random.pick([["m"], ["m"], ["m", "v"], ["m", "v"], ["v"], ["m", "m", "v"]]);
  const steps = sorts.map((sort, i): Step => {
    const isMutating = sort === "m";
    return {
      name: `register ${i}`,
      method: "POST",
      path: `${REGISTRATION}/${isMutating ? "mutating" : "validating"}webhookconfigurations`,
      body: {
        metadata: { name: `c-{{id}}-${i}` },
        webhooks: random.times(1, random.chance(0.3) ? 3 : 1, () => webhook(isMutating)),
      },
      isSetup: true,
    };
  });
  return { steps: [...steps, { name: "in effect", method: "", path: "", settle: "webhooks" }], hooks };
}

function webhookOf(random: Random, name: string, isMutating: boolean): JsonObject {
  return {
    name: `${name}.example.com`,
    clientConfig: { url: `{{hooks}}/${name}`, caBundle: "{{caBundle}}" },
    rules: [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"] }],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": NAMESPACE } },
    matchConditions: [
      { name: "mine", expression: `has(request.namespace) && request.namespace == '${NAMESPACE}'` },
    ],
    sideEffects: random.pick(["None", "None", "None", "NoneOnDryRun"]),
    admissionReviewVersions: random.pick([["v1"], ["v1"], ["v1", "v1beta1"], ["v1beta1"]]),
    ...(random.chance(0.4) ? { failurePolicy: random.pick(["Fail", "Ignore"]) } : {}),
    ...(isMutating && random.chance(0.5)
      ? { reinvocationPolicy: random.pick(["IfNeeded", "IfNeeded", "Never"]) }
      : {}),
    ...(random.chance(0.2) ? { timeoutSeconds: random.pick([1, 5, 30]) } : {}),
  };
}
