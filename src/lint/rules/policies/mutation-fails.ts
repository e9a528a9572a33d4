import { patchFrom } from "../../../admission/hooks/policy/evaluate-mutation.ts";
import { ComposedEvaluation } from "../../../cel/kubernetes/composed-evaluation.ts";
import type { Activation } from "../../../cel/plan/frame.ts";
import { patchCure } from "../../../explain/steps/patch-cure.ts";
import type { JsonObject } from "../../../json/value.ts";
import { applyJsonPatch } from "../../../patch/apply.ts";
import { JsonPatchError, TestFailedError } from "../../../patch/operation.ts";
import { type Evaluation, evaluations } from "../../expressions/evaluated.ts";
import { allMarks, type Marks, scenesFor } from "../../expressions/scenes.ts";
import { targetsOf } from "../../expressions/targets.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * Evaluates the patches and applies them to an object with required fields only, and to the same object with labels and
 * annotations.
 */
export const mutationFails: Rule = {
  id: "mutation-fails",
  severity: "error",
  summary:
    "The JSON patch of a mutating policy cannot be applied to objects without optional fields, or to none",
  check: (model) => evaluations(model).flatMap((one) => problemOf(one, model) ?? []),
};

interface Failure {
  readonly step: Evaluation["steps"][number];
  readonly message: string;
  readonly cure: string;
}

function problemOf(one: Evaluation, model: Model): Problem | undefined {
  const scene = scenesFor(one.objectSelector, model.registry);
  if (one.phase !== "mutating" || scene === undefined) return undefined;
  for (const target of targetsOf(one.rules, model.registry).named) {
    if (target.subresource !== "" || !["CREATE", "UPDATE"].includes(target.operation)) continue;
    const failure = (marks: Marks): Failure | undefined => failureFor(one, scene(target, { marks }));
    const [bare, marked] = [failure(undefined), failure(allMarks(one))];
    const failed = bare ?? marked;
    if (failed === undefined) continue;
    const isAlways = bare === undefined || bare.step === marked?.step;
    const object = isAlways ? "" : " that has no labels and annotations, and only required fields";
    const outcome = one.failurePolicy === "Fail" ? "the request is refused" : "the change is left out";
    const message = `its patch does not apply to a ${target.kind.kind}${object} (${target.operation}): ${failed.message}; ${outcome} (failurePolicy ${one.failurePolicy})`;
    const severity = isAlways ? "error" : "warning";
    return { of: one.of, webhook: one.webhook, path: failed.step.path, message, fix: failed.cure, severity };
  }
  return undefined;
}

/** Returns the first patch that cannot be applied; undefined if there is none, or a result before it is not known. */
function failureFor({ composition, steps }: Evaluation, activation: Activation): Failure | undefined {
  let object = activation.object as JsonObject;
  for (const step of steps) {
    const result = new ComposedEvaluation(composition, { ...activation, object }).evaluate(step.program, "");
    if (result.kind !== "value") return undefined;
    if (step.use === "condition" && result.value === true) continue;
    const mutation = step.path.includes("jsonPatch") ? patchFrom(result.value) : undefined;
    if (mutation?.kind !== "patch") return undefined;
    try {
      object = applyJsonPatch(object, mutation.patch) as JsonObject;
    } catch (error) {
      if (!(error instanceof JsonPatchError) || error instanceof TestFailedError) return undefined;
      return {
        step,
        message: error.message,
        cure: patchCure(error.message, object, mutation.patch.operations),
      };
    }
  }
  return undefined;
}
