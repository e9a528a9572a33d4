import type { Rule as MatchRule } from "../../admission/rule.ts";
import { oncePerObject } from "../../async/once.ts";
import type { Expr } from "../../cel/parse/ast.ts";
import { parse } from "../../cel/parse/parse.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import type { Model } from "../model/model.ts";

/** A webhook or a policy with all its CEL expressions. */
export interface Hook {
  readonly of: Manifest;
  /** Name of the webhook; empty for a policy. */
  readonly webhook: string;
  readonly phase: "mutating" | "validating";
  readonly rules: readonly MatchRule[];
  readonly failurePolicy: "Fail" | "Ignore";
  /** The expressions that can be parsed; for others the server's validation has an error. */
  readonly expressions: readonly Expression[];
}

/** A parsed expression of a webhook or a policy, with its place in the object. */
export interface Expression {
  readonly use: "condition" | "variable" | "validation" | "message" | "audit" | "mutation";
  readonly text: string;
  readonly expr: Expr;
  readonly path: Path;
}

/** Returns the webhooks and policies that have CEL expressions. */
export const hooksWithExpressions = oncePerObject((model: Model): readonly Hook[] =>
  [...webhooks(model), ...policies(model)].filter(({ expressions }) => expressions.length > 0),
);

const webhooks = ({ webhooks: entries }: Model): Hook[] =>
  entries.map(({ of, name, phase, base, hook, written }) => ({
    ...{ of, phase, webhook: name, rules: hook.rules },
    failurePolicy: hook.failurePolicy,
    expressions: each(written.matchConditions, [...base, "matchConditions"], "condition", "expression"),
  }));

const policies = ({ policies: entries }: Model): Hook[] =>
  entries.map(({ of, phase, policy }) => ({
    ...{ of, phase, webhook: "", rules: policy.criteria.rules },
    failurePolicy: policy.failurePolicy,
    expressions: policyExpressions(record(of.object.spec)),
  }));

function policyExpressions(spec: JsonObject): Expression[] {
  const at = (name: string): Path => ["spec", name];
  return [
    ...each(spec.matchConditions, at("matchConditions"), "condition", "expression"),
    ...each(spec.variables, at("variables"), "variable", "expression"),
    ...each(spec.validations, at("validations"), "validation", "expression"),
    ...each(spec.validations, at("validations"), "message", "messageExpression"),
    ...each(spec.auditAnnotations, at("auditAnnotations"), "audit", "valueExpression"),
    ...records(spec.mutations).flatMap((mutation, index) =>
      ["applyConfiguration", "jsonPatch"].flatMap((kind) =>
        one(record(mutation[kind]).expression, [...at("mutations"), index, kind, "expression"], "mutation"),
      ),
    ),
  ];
}

const each = (
  list: Json | undefined,
  path: Path,
  use: Expression["use"],
  field: "expression" | "messageExpression" | "valueExpression",
): Expression[] => records(list).flatMap((member, index) => one(member[field], [...path, index, field], use));

function one(value: Json | undefined, path: Path, use: Expression["use"]): Expression[] {
  const expression = text(value);
  if (expression.trim() === "") return [];
  const parsed = parse(expression, { bindings: true });
  return parsed.kind === "issues" ? [] : [{ use, text: expression, expr: parsed.expr, path }];
}
