import { pathOfField } from "../../../explain/ending/unknown-fields.ts";
import type { Registry } from "../../../resources/registry.ts";
import { expressionWarnings } from "../../../server/type-check/expression-warnings.ts";
import { matchedKinds } from "../../../server/type-check/matched-kinds.ts";
import type { PolicyEntry } from "../../model/policies.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * What kube-apiserver writes into status.typeChecking of a policy, where few people look: as far as it is sure. Of several
 * kinds one may be excepted by the expression itself, and two parts of an object may be alike without having one type.
 */
export const typeError: Rule = {
  id: "type-error",
  severity: "warning",
  summary:
    "An expression of a validating policy does not fit the fields of the kinds that the policy matches",
  check: ({ policies, registry }) =>
    policies.filter(({ phase }) => phase === "validating").flatMap((policy) => problemsOf(policy, registry)),
};

function problemsOf({ of, stored }: PolicyEntry, registry: Registry): Problem[] {
  const kinds = matchedKinds(stored, registry).map(({ kind }) => kind.kind);
  return expressionWarnings(stored, registry, () => 0).flatMap(({ fieldRef, warning }): Problem[] => {
    const told = errorsIn(warning);
    const [first] = told;
    if (first === undefined || told.length < kinds.length || told.some((one) => one !== first)) return [];
    const message = `${first} of ${kinds.join(", ")}: the API server accepts the policy, but the evaluation fails, unless an earlier part decides the result`;
    return [{ of, path: pathOfField(fieldRef), message }];
  });
}

/** The first error for each kind; `ERROR: <input>:1:12: undefined field 'x'` stands above a picture of the place. */
function errorsIn(warning: string): string[] {
  return warning.split("\n").flatMap((line) => {
    const [head, told] = line.split(/ERROR: <input>:\d+:\d+: /);
    if (told === undefined || head === undefined || !head.includes("Kind=")) return [];
    return isSure(told) ? [told] : [];
  });
}

/** Types of parts of objects are named by their places: `Pod.spec.containers.@idx`. */
const isSure = (told: string): boolean => told.startsWith("undefined field") || !told.includes(".@");
