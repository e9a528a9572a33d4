import type { JsonObject } from "../../../src/json/value.ts";
import type { HookAnswer, Step } from "../case.ts";
import type { Play } from "../kinds/play.ts";
import { answerOf } from "../webhooks/answers.ts";
import { actorOf, EVERYTHING, OWN, ruleOf } from "./scene.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";

export interface Registered {
  readonly steps: Step[];
  readonly hooks: Record<string, readonly HookAnswer[]>;
}

/** Webhooks of both sorts about everything that the case does. Of the validating ones only the first may refuse. */
export function webhookSteps(play: Play): Registered {
  const { random } = play;
  const hooks: Record<string, readonly HookAnswer[]> = {};
  const steps = random.pick([["m"], ["m", "v"], ["v"], ["m", "m", "v"], []]).map((sort, i): Step => {
    const webhooks = random.times(1, 2, () => {
      const name = `${sort}${Object.keys(hooks).length}`;
      const isSilent = sort === "v" && Object.keys(hooks).some((other) => other.startsWith("v"));
      hooks[name] = isSilent ? [] : [answerOf(random, actorOf(play), sort === "m")];
      return webhookOf(play, name);
    });
    return {
      name: `webhooks ${i}`,
      method: "POST",
      path: `${REGISTRATION}/${sort === "m" ? "mutating" : "validating"}webhookconfigurations`,
      body: { metadata: { name: `c-{{id}}-${i}` }, webhooks },
      isSetup: true,
    };
  });
  return { steps, hooks };
}

function webhookOf({ random, resource }: Play, name: string): JsonObject {
  const rule = random.chance(0.8) ? EVERYTHING : ruleOf(random, resource);
  return {
    name: `${name}.example.com`,
    clientConfig: { url: `{{hooks}}/${name}`, caBundle: "{{caBundle}}" },
    rules: [{ ...rule, operations: ["*"], ...(random.chance(0.1) ? { scope: "Cluster" } : {}) }],
    matchConditions: [{ name: "own", expression: OWN }],
    sideEffects: random.pick(["None", "None", "None", "NoneOnDryRun"]),
    admissionReviewVersions: random.pick([["v1"], ["v1beta1"], ["v1beta1", "v1"]]),
    failurePolicy: random.pick(["Fail", "Ignore"]),
    ...(name.startsWith("m") ? { reinvocationPolicy: random.pick(["IfNeeded", "Never"]) } : {}),
  };
}
