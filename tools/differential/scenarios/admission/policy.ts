import { REG, type Scenario } from "../scenario.ts";

/** Creates a policy with a binding of the same name. Both are removed after the scenario. */
export function addPolicy(
  s: Scenario,
  sort: "mutating" | "validating",
  name: string,
  spec: object,
  binding: object,
): void {
  const metadata = { name };
  s.post(`${REG}/${sort}admissionpolicies`, { metadata, spec });
  s.post(`${REG}/${sort}admissionpolicybindings`, { metadata, spec: { policyName: name, ...binding } });
  s.removes(`${REG}/${sort}admissionpolicybindings/${name}`);
  s.removes(`${REG}/${sort}admissionpolicies/${name}`);
}

/** Mutations of a policy. */
export const apply = (expression: string) => ({
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression },
});
export const json = (expression: string) => ({ patchType: "JSONPatch", jsonPatch: { expression } });
