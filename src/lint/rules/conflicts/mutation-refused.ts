import { ruleMatches } from "../../../admission/match/rules.ts";
import type { Expr } from "../../../cel/parse/ast.ts";
import { walk } from "../../../cel/parse/walk.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import { type Evaluation, evaluations, verdictOf } from "../../expressions/evaluated.ts";
import { wordsOf } from "../../expressions/reads.ts";
import { scenesFor } from "../../expressions/scenes.ts";
import { targetsOf } from "../../expressions/targets.ts";
import { type Constant, tokensOf } from "../../expressions/written-values.ts";
import type { Model } from "../../model/model.ts";
import { alwaysDenies } from "../../model/policies.ts";
import type { Problem, Rule } from "../../rule.ts";
import { areTogether, isAlwaysAsked, type Written, writtenBy } from "./two-writers.ts";

/**
 * Evaluates the validating policies for new objects with the constants that mutating policies write. A finding is certain: the
 * same object with another value is allowed.
 */
export const mutationRefused: Rule = {
  id: "mutation-refused",
  severity: "error",
  summary: "A mutating policy writes a value that a validating policy denies",
  check: (model) =>
    model.policies
      .filter((one) => isAlwaysAsked(one, model))
      .flatMap((policy) =>
        writtenBy(policy, model).flatMap(([place, written]) => {
          const [first] = evaluations(model).flatMap((one) => problemOf(place, written, one, model) ?? []);
          return first ?? [];
        }),
      ),
};

function problemOf(
  place: string,
  { policy, value, path }: Written,
  one: Evaluation,
  model: Model,
): Problem | undefined {
  const { registry, policies, bindings } = model;
  const denying = policies.find(({ of }) => of === one.of);
  if (denying === undefined || !alwaysDenies(denying, bindings) || !areTogether(policy, denying))
    return undefined;
  const target = targetsOf(one.rules, registry).named.find(
    ({ operation, resource, subresource }) =>
      operation === "CREATE" &&
      policy.policy.criteria.rules.some((rule) =>
        ruleMatches(rule, { operation, resource, subresource, namespace: "any" }),
      ),
  );
  const scene = scenesFor(one.objectSelector, registry);
  if (target === undefined || scene === undefined) return undefined;
  const verdictFor = (constant: Constant): ReturnType<typeof verdictOf> => {
    const change = (object: JsonObject): JsonObject => withConstant(object, tokensOf(place), constant);
    return verdictOf(one, scene(target, { change }));
  };
  const refusing = verdictFor(value);
  if (refusing === undefined || refusing === "holds") return undefined;
  const allowed = othersFor(value, refusing.expr).find((other) => verdictFor(other) === "holds");
  if (allowed === undefined) return undefined;
  const message = `it writes ${JSON.stringify(value)} into ${place} of each new ${target.kind.kind}, and ${denying.name} denies that value (${refusing.expression}): it allows ${JSON.stringify(allowed)}`;
  const fix = `write ${JSON.stringify(allowed)}, or exempt the objects from ${denying.name}`;
  return { of: policy.of, path, message, fix };
}

/** Other values of the same type: the texts that the expression names, and the integers and their neighbours. */
function othersFor(value: Constant, expr: Expr): Constant[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "string") return [...wordsOf(expr)].filter((word) => word !== value);
  const found: number[] = [];
  walk(expr, (one) => {
    if (one.kind === "literal" && typeof one.value === "number")
      found.push(one.value, one.value + 1, one.value - 1);
  });
  return found.filter((one) => one !== value);
}

/** Sets a member of objects; an object in which a list is on the way stays as it is. */
function withConstant(
  object: JsonObject,
  [name = "", ...rest]: readonly string[],
  value: Constant,
): JsonObject {
  const before: Json | undefined = object[name];
  if (rest.length === 0) return { ...object, [name]: value };
  if (before !== undefined && !isJsonObject(before)) return object;
  return { ...object, [name]: withConstant(before ?? {}, rest, value) };
}
