import type { Expr } from "../../../cel/parse/ast.ts";
import { writtenOperations } from "../../../explain/steps/written-operations.ts";
import { type Evaluation, evaluations } from "../../expressions/evaluated.ts";
import { targetsOf } from "../../expressions/targets.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * The API server reads the object as a built-in type after each mutation, and leaves out empty lists and maps, as in
 * `dispatchInvocations` of the plugin MutatingAdmissionPolicy. Custom resources keep them.
 */
export const lostBetweenMutations: Rule = {
  id: "lost-between-mutations",
  severity: "error",
  summary:
    "A mutation adds an empty list or map, to which a later mutation of the policy adds: it is gone before",
  check: (model) => evaluations(model).flatMap((one) => problemsOf(one, model)),
};

function problemsOf({ of, rules, steps }: Evaluation, { registry }: Model): Problem[] {
  const { named, complete } = targetsOf(rules, registry);
  const isBuiltIn = named.every(
    ({ resource: { group, version, resource } }) =>
      registry.find(group, version, resource)?.kind.custom !== true,
  );
  const patches = steps.filter(({ use, path }) => use === "mutation" && path.includes("jsonPatch"));
  if (!complete || named.length === 0 || !isBuiltIn) return [];
  return patches.flatMap(({ path, expr }, index): Problem[] => {
    const empty = writtenOperations(expr).filter(({ isEmpty }) => isEmpty);
    const later = patches.slice(index + 1).flatMap((step) => writtenOperations(step.expr));
    const lost = empty.find(
      (one) => !isFilled(one.path, expr) && later.some((other) => other.path.startsWith(`${one.path}/`)),
    );
    if (lost === undefined) return [];
    const message = `it adds an empty list or map at ${lost.path}, which the API server leaves out before the next mutation: an empty list does not stay, and what is added to ${lost.path} there fails`;
    return [{ of, path, message, fix: "write both operations in one mutation" }];
  });
}

/** True if the same mutation adds to the place itself. */
const isFilled = (path: string, expr: Expr): boolean =>
  writtenOperations(expr).some((one) => one.path.startsWith(`${path}/`));
