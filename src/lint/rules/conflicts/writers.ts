import { ruleMatches } from "../../../admission/match/rules.ts";
import type { Expr } from "../../../cel/parse/ast.ts";
import { walk } from "../../../cel/parse/walk.ts";
import type { Path } from "../../../explain/sources.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../../json/value.ts";
import { type Evaluation, evaluations, verdictOf } from "../../expressions/evaluated.ts";
import { hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { wordsOf } from "../../expressions/reads.ts";
import { scenesFor } from "../../expressions/scenes.ts";
import { targetsOf } from "../../expressions/targets.ts";
import { type Constant, tokensOf, writtenValues } from "../../expressions/written-values.ts";
import type { WebhookEntry } from "../../model/configurations.ts";
import { alwaysDenies, type PolicyEntry } from "../../model/configurations.ts";
import type { Model } from "../../model/model.ts";
import { nameOf } from "../../model/names.ts";
import { nameText } from "../../outage/outage.ts";
import type { Problem, Rule } from "../../rule.ts";
import { placeOf, sampleText, triedOf } from "../tried/tried-rules.ts";

/** A constant that a policy writes. */
interface Written {
  readonly policy: PolicyEntry;
  readonly value: Constant;
  readonly path: Path;
}

/**
 * The written fields of webhooks are known only after calls (`--try`); those of policies are in their
 * expressions.
 */
export const twoWriters: Rule = {
  id: "two-writers",
  severity: "warning",
  summary: "Two mutating policies or webhooks write different values into the same field of the same objects",
  check(model) {
    const byPlace = new Map<string, Written[]>();
    const problems = triedOf(model, "writers").flatMap(webhooksProblem);
    for (const policy of model.policies.filter((one) => isAlwaysAsked(one, model)))
      for (const [place, written] of writtenBy(policy, model)) {
        const before = byPlace.get(place) ?? [];
        const other = before.find((one) => one.value !== written.value && areTogether(one.policy, policy));
        if (other !== undefined) problems.push(problemOf(place, written, other));
        byPlace.set(place, [...before, written]);
      }
    return problems;
  },
};

/** Reports the webhook whose value is lost. */
function webhooksProblem({ tried, webhooks }: ReturnType<typeof triedOf>[number]): Problem[] {
  const [first, last] = webhooks;
  const { field } = tried;
  if (first === undefined || last === undefined || field === undefined) return [];
  const { path, stays } = field;
  const [lost, kept] = stays === 0 ? [last, first] : [first, last];
  const [ownValue, otherValue] = [field.values[1 - stays], field.values[stays]].map((one) =>
    JSON.stringify(one),
  );
  const message = `it writes ${ownValue} into ${path}, and ${nameText(kept)} writes ${otherValue} there: ${whyKept(kept, lost, stays)} (tried with ${sampleText(tried)})`;
  const fix = "let only one of the two webhooks write the field, or separate them with selectors";
  return [{ ...placeOf(lost), message, fix }];
}

function whyKept({ hook, configuration, name }: WebhookEntry, lost: WebhookEntry, stays: 0 | 1): string {
  const order = configuration === lost.configuration ? "order of the configuration" : "order of names";
  if (stays === 1) return `in the ${order}, ${name} is called last, and its value stays`;
  return hook.reinvocationPolicy === "IfNeeded"
    ? `in the ${order}, ${name} is called first, but again after the other (reinvocationPolicy IfNeeded), and its value stays`
    : `in the ${order}, ${name} is called first, and its value stays`;
}

/**
 * True if a policy is always evaluated. With conditions, or selectors of bindings, two policies may never
 * apply together, and nothing is reported.
 */
function isAlwaysAsked({ phase, name, policy }: PolicyEntry, { bindings }: Model): boolean {
  const own = bindings.filter((one) => one.phase === phase && one.binding.policyName === name);
  return (
    phase === "mutating" &&
    policy.conditions.length === 0 &&
    own.some(({ of }) => record(of.object.spec).matchResources === undefined)
  );
}

/** Returns the constants that a policy writes, by JSON pointer. */
function writtenBy(policy: PolicyEntry, model: Model): [string, Written][] {
  const expressions = hooksWithExpressions(model)
    .filter(({ of }) => of === policy.of)
    .flatMap((hook) => hook.expressions.filter(({ use }) => use === "mutation"));
  return expressions.flatMap(({ expr, path }) =>
    [...writtenValues(expr)].map(([place, value]): [string, Written] => [place, { policy, value, path }]),
  );
}

/** True if two policies have the same selectors, and rules that match the same requests. */
function areTogether(a: PolicyEntry, b: PolicyEntry): boolean {
  const without = ({ of }: PolicyEntry): string => {
    const { resourceRules: _rules, ...rest } = record(record(of.object.spec).matchConstraints);
    return JSON.stringify(rest);
  };
  return (
    without(a) === without(b) &&
    a.policy.criteria.rules.some((one) =>
      b.policy.criteria.rules.some(
        (other) =>
          one.names === undefined &&
          other.names === undefined &&
          (["operations", "apiGroups", "apiVersions", "resources"] as const).every((part) =>
            isShared(one[part], other[part]),
          ),
      ),
    )
  );
}

const isShared = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((entry) => entry === "*" || other.includes(entry) || other.includes("*"));

const problemOf = (place: string, { policy, value, path }: Written, other: Written): Problem => ({
  of: policy.of,
  path,
  message: `it writes "${value}" into ${place}, and ${nameOf(other.policy.of)} writes "${other.value}" there, about the same objects: only one of the two stays`,
  fix: "let only one of the policies write it, or separate them with a match condition",
});

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
          const [first] = evaluations(model).flatMap(
            (one) => refusedProblem(place, written, one, model) ?? [],
          );
          return first ?? [];
        }),
      ),
};

function refusedProblem(
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
