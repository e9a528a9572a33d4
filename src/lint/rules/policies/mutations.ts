import { configurationFrom, patchFrom } from "../../../admission/hooks/policy/evaluate-mutation.ts";
import { formatGroupVersion } from "../../../api/group-version.ts";
import { isKubeObject } from "../../../api/object/kube-object.ts";
import { atOnce } from "../../../async/steps.ts";
import { ComposedEvaluation } from "../../../cel/kubernetes/composed-evaluation.ts";
import type { Expr } from "../../../cel/parse/ast.ts";
import type { Activation } from "../../../cel/plan/frame.ts";
import { unknownField } from "../../../explain/ending/unknown-fields.ts";
import { patchCure } from "../../../explain/steps/patch-cure.ts";
import { writtenOperations } from "../../../explain/steps/written-operations.ts";
import type { JsonObject } from "../../../json/value.ts";
import { applyJsonPatch } from "../../../patch/apply.ts";
import { JsonPatchError, TestFailedError } from "../../../patch/operation.ts";
import { LONGEST_MATCHED } from "../../../report/bounded-text.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { FoundKind } from "../../../resources/registry.ts";
import { mutationPorts } from "../../../server/admit/policy-ports.ts";
import { type Evaluation, evaluations } from "../../expressions/evaluated.ts";
import { allMarks, type Marks, scenesFor } from "../../expressions/scenes.ts";
import { type Target, targetsOf } from "../../expressions/targets.ts";
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

/**
 * Evaluates the patches and applies them to an object with required fields only, and to the same object with labels and
 * annotations.
 */
export const mutationFails: Rule = {
  id: "mutation-fails",
  severity: "error",
  summary:
    "The patch or configuration of a mutating policy cannot be applied to objects without optional fields, or to none",
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
    const apply = applierOf(target, model);
    const failure = (marks: Marks): Failure | undefined => failureFor(one, scene(target, { marks }), apply);
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
function failureFor(
  { composition, steps }: Evaluation,
  activation: Activation,
  apply: Apply,
): Failure | undefined {
  let object = activation.object as JsonObject;
  for (const step of steps) {
    const result = new ComposedEvaluation(composition, { ...activation, object }).evaluate(step.program, "");
    if (result.kind !== "value") return undefined;
    if (step.use === "condition" && result.value === true) continue;
    if (step.use !== "mutation") return undefined;
    const isPatch = step.path.includes("jsonPatch");
    const mutation = isPatch ? patchFrom(result.value) : configurationFrom(result.value);
    if (mutation.kind === "apply") {
      const applied = apply(object, mutation.configuration);
      if (applied.kind === "failed") return { step, message: applied.message, cure: applied.cure };
      if (applied.kind === "unknown") return undefined;
      object = applied.object;
      continue;
    }
    if (mutation.kind !== "patch") return isPatch ? undefined : { step, message: mutation.message, cure: "" };
    try {
      object = applyJsonPatch(object, mutation.patch) as JsonObject;
    } catch (error) {
      if (!(error instanceof JsonPatchError) || error instanceof TestFailedError) return undefined;
      const message = error.message;
      return { step, message, cure: patchCure(error.message, object, mutation.patch.operations) };
    }
  }
  return undefined;
}

type Applied =
  | { readonly kind: "applied"; readonly object: JsonObject }
  | { readonly kind: "failed"; readonly message: string; readonly cure: string }
  | { readonly kind: "unknown" };
type Apply = (object: JsonObject, configuration: JsonObject) => Applied;

/** Applies a configuration to an object of a kind. An error is certain if the configuration does not have the kind's type. */
function applierOf({ kind, resource }: Target, { registry }: Model): Apply {
  const found = registry.find(resource.group, resource.version, resource.resource);
  return (object, configuration) => {
    const complete = { ...configuration, apiVersion: formatGroupVersion(kind), kind: kind.kind };
    if (found === undefined || !isKubeObject(object)) return { kind: "unknown" };
    try {
      const ports = mutationPorts(() => registry);
      return { kind: "applied", object: atOnce(ports.applyConfiguration(object, complete, kind)) };
    } catch (error) {
      const message = messageOf(error);
      if (!message.startsWith("failed to convert patch object")) return { kind: "unknown" };
      return { kind: "failed", message, cure: typeCure(message, found) };
    }
  };
}

/** The field that was probably meant, or the right type of its value. */
function typeCure(message: string, found: FoundKind): string {
  const [, field] = /: \.(\S+): field not declared in schema/.exec(message.slice(0, LONGEST_MATCHED)) ?? [];
  if (field !== undefined) {
    const [, hint = ""] = unknownField(field, found).message.split('": ');
    return hint;
  }
  if (message.includes("expected numeric") || message.includes("expected boolean"))
    return "write the value without quotes";
  return message.includes("expected string") ? "write the value in quotes, or string(…) around it" : "";
}
