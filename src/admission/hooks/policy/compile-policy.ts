import { type GroupVersionKind, kindIn } from "../../../api/group-version.ts";
import { type KubeObject, specOf } from "../../../api/meta.ts";
import { type Compose, type Composition, compose, type Use } from "../../../cel/kubernetes/composition.ts";
import { resultProblem } from "../../../cel/kubernetes/registration.ts";
import type { Compiled } from "../../../cel/program.ts";
import { trimSpace } from "../../../go/space.ts";
import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../../json/value.ts";
import type {
  CompiledExpression,
  MutatingPolicy,
  Mutation,
  PolicyCondition,
  PolicyHead,
  ValidatingPolicy,
  Validation,
} from "../../policy-hook.ts";
import { compileCriteria } from "../compile-match.ts";

const PLAIN: Use = { authorizer: true, patches: false };
const MESSAGE: Use = { authorizer: false, patches: false };
const MUTATION: Use = { authorizer: true, patches: true };

/**
 * Compiles a ValidatingAdmissionPolicy as stored (v1, defaults applied). An expression that does not compile
 * fails when it is evaluated. `make`: creates the composition of its variables.
 */
export function compileValidatingPolicy(policy: KubeObject, make: Compose = compose): ValidatingPolicy {
  const spec = specOf(policy);
  const head = compileHead(policy, spec, make);
  const { composition } = head;
  return {
    ...head,
    phase: "validating",
    validations: records(spec.validations).map((validation) => compileValidation(validation, composition)),
    auditAnnotations: records(spec.auditAnnotations).map(({ key, valueExpression }) => ({
      key: text(key),
      ...compileExpression(composition, valueExpression, PLAIN, ["string", "null_type"]),
    })),
  };
}

/** Compiles a MutatingAdmissionPolicy as stored (v1, defaults applied). `make`: as for validating policies. */
export function compileMutatingPolicy(policy: KubeObject, make: Compose = compose): MutatingPolicy {
  const spec = specOf(policy);
  const head = compileHead(policy, spec, make);
  return {
    ...head,
    phase: "mutating",
    mutations: records(spec.mutations).flatMap((mutation) => compileMutation(mutation, head.composition)),
    reinvocationPolicy: spec.reinvocationPolicy === "IfNeeded" ? "IfNeeded" : "Never",
  };
}

function compileHead({ metadata }: KubeObject, spec: JsonObject, make: Compose): PolicyHead {
  const paramKind = compileParamKind(spec.paramKind);
  const variables = records(spec.variables).map(({ name, expression }) => ({
    name: text(name),
    expression: text(expression),
  }));
  const composition = make(variables, { params: paramKind !== undefined });
  return {
    name: metadata.name ?? "",
    failurePolicy: spec.failurePolicy === "Ignore" ? "Ignore" : "Fail",
    criteria: compileCriteria(record(spec.matchConstraints)),
    paramKind,
    composition,
    conditions: records(spec.matchConditions).map((condition) => compileCondition(condition, composition)),
  };
}

function compileParamKind(paramKind: Json | undefined): GroupVersionKind | undefined {
  if (!isJsonObject(paramKind)) return undefined;
  return kindIn(text(paramKind.apiVersion), text(paramKind.kind));
}

function compileCondition({ name, expression }: JsonObject, composition: Composition): PolicyCondition {
  return { name: text(name), ...compileExpression(composition, expression, PLAIN, ["bool"]) };
}

function compileValidation(validation: JsonObject, composition: Composition): Validation {
  const { expression, message, messageExpression, reason } = validation;
  return {
    ...compileExpression(composition, expression, PLAIN, ["bool"]),
    message: trimSpace(text(message)),
    messageExpression:
      text(messageExpression) === ""
        ? undefined
        : compileExpression(composition, messageExpression, MESSAGE, ["string"]),
    reason: typeof reason === "string" ? reason : undefined,
  };
}

function compileMutation(mutation: JsonObject, composition: Composition): Mutation[] {
  const { patchType, applyConfiguration, jsonPatch } = mutation;
  if (patchType === "ApplyConfiguration") {
    const { expression } = record(applyConfiguration);
    return [{ patchType, ...compileExpression(composition, expression, MUTATION, ["Object"]) }];
  }
  if (patchType !== "JSONPatch") return [];
  const { expression } = record(jsonPatch);
  return [{ patchType, ...compileExpression(composition, expression, MUTATION, ["list(JSONPatch)"]) }];
}

function compileExpression(
  composition: Composition,
  given: Json | undefined,
  use: Use,
  types: readonly string[],
): CompiledExpression {
  const expression = text(given);
  return { expression, program: ofType(composition.compile(expression, use), types) };
}

/** Turns a program with a result of a wrong type into a compile error. */
function ofType(program: Compiled, types: readonly string[]): Compiled {
  const problem = resultProblem(program, types);
  return problem === undefined ? program : { kind: "issues", text: problem, internal: false };
}
