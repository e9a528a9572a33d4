import { policySteps } from "../admission/policies.ts";
import { requestSteps } from "../admission/requests.ts";
import { playOf } from "../admission/scene.ts";
import { webhookSteps } from "../admission/webhooks.ts";
import type { Case, Step } from "../case.ts";
import type { Random } from "../random.ts";

/** Requests of all sorts about one kind, with webhooks and policies of both sorts at once. `only`: of one kind. */
export function admissionCase(random: Random, only?: string): Case {
  const play = playOf(random, only);
  const { steps: webhooks, hooks } = webhookSteps(play);
  const policies = policySteps(play);
  const settled: Step[] = [];
  if (webhooks.length > 0) settled.push({ name: "called", method: "", path: "", settle: "webhooks" });
  if (policies.length > 0) settled.push({ name: "bound", method: "", path: "", settle: "policies" });
  const steps = [...webhooks, ...policies, ...settled, ...requestSteps(play)];
  return { area: "admission", steps, hooks, alone: true };
}
