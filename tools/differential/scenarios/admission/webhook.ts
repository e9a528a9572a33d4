import { HERE, type More, REG, type Scenario } from "../scenario.ts";

export type Phase = "mutating" | "validating";

/** A webhook whose answers are those of `s.hook(name, …)`, for the namespace of the scenario. */
export const hookOf = (name: string, rules: readonly object[], more: object = {}) => ({
  name: `${name}.example.com`,
  clientConfig: { url: `{{hooks}}/${name}`, caBundle: "{{caBundle}}" },
  rules,
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  ...HERE,
  ...more,
});

/** Creates a configuration, which is removed after the scenario. */
export function register(
  s: Scenario,
  phase: Phase,
  webhooks: readonly object[],
  more: More = { silent: true },
): void {
  const path = `${REG}/${phase}webhookconfigurations`;
  s.post(path, { metadata: { name: "c-{{id}}" }, webhooks }, [], more);
  s.removes(`${path}/c-{{id}}`);
}
