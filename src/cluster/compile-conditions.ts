import { type FieldError, invalid } from "../api/field-error.ts";
import { admissionEnvironment } from "../cel/kubernetes.ts";
import { compileCondition } from "../cel/match-conditions.ts";
import type { CompileExpression } from "../resources/strategy/admissionregistration/match-conditions.ts";

const webhooks = admissionEnvironment({ authorizer: true });
const policies = admissionEnvironment({ authorizer: true, params: true });

/** Compiles match conditions when they are registered: what cannot be compiled, or is no bool, is refused (9.7). */
export const compileMatchCondition: CompileExpression = (
  expression,
  { use, params },
): FieldError | undefined => {
  if (use !== "matchCondition") return undefined;
  const { problem } = compileCondition({ name: "", expression }, params ? policies : webhooks);
  return problem === "" ? undefined : invalid("", expression, problem);
};
