import type { Expr } from "../../../cel/parse/ast.ts";
import { anywhere, walk } from "../../../cel/parse/walk.ts";
import { record } from "../../../json/value.ts";
import {
  type Evaluation,
  evaluations,
  type Failed,
  firstFailure,
  missingKey,
  outcomeText,
} from "../../expressions/evaluated.ts";
import { type Hook, hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { chainText, comparedWith } from "../../expressions/reads.ts";
import { allMarks, type Marks, scenesFor } from "../../expressions/scenes.ts";
import { type Target, targetsOf } from "../../expressions/targets.ts";
import type { Model } from "../../model/model.ts";
import { nameOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

const MAPS: ReadonlySet<string> = new Set(["labels", "annotations"]);

/**
 * Evaluates the expressions for an object without labels and annotations, and for one with others. A failure is
 * reported if the expressions do not fail for the same object with the labels that they name.
 */
export const unguardedMap: Rule = {
  id: "unguarded-map",
  severity: "warning",
  summary:
    "An expression reads labels, annotations or claims of the user, and fails for objects or users without them",
  check: (model) => [
    ...evaluations(model).flatMap((one) => problemOf(one, model) ?? ofNamespace(one, model) ?? []),
    ...unguardedExtra(model),
  ],
};

function problemOf(one: Evaluation, model: Model): Problem | undefined {
  const scene = scenesFor(one.objectSelector, model.registry);
  if (scene === undefined || !one.steps.some(({ expression }) => mentionsMaps(expression, one)))
    return undefined;
  const scenes = targetsOf(one.rules, model.registry).named.flatMap((target) =>
    ["sample", ...namespacesIn(one)].map((namespace) => ({ target, namespace })),
  );
  for (const { target, namespace } of scenes) {
    const failure = (marks: Marks): Failed | undefined =>
      firstFailure(one, scene(target, { marks, namespace }));
    const [without, other] = [failure(undefined), failure({ other: "sample" })];
    const failed = missingKey(without) === undefined ? other : without;
    const missing = missingKey(failed);
    if (failed === undefined || missing === undefined) continue;
    const isMap = MAPS.has(missing);
    if (!isMap && failed !== other) continue;
    if (failure(allMarks(one)) !== undefined) continue;
    return problem(one, target, failed, missing);
  }
  return undefined;
}

/** An expression that reads a label of the namespace that no selector requires. Webhooks see no namespaces. */
function ofNamespace(one: Evaluation, model: Model): Problem | undefined {
  const scene = scenesFor(one.objectSelector, model.registry);
  if (scene === undefined || !JSON.stringify(record(one.of.object.spec)).includes("namespaceObject"))
    return undefined;
  const marks = allMarks(one);
  const bindings = model.bindings.filter(({ binding }) => binding.policyName === nameOf(one.of));
  const selectors = [one.of, ...bindings.map(({ of }) => of)].map(({ object: { spec } }) => {
    const { matchConstraints, matchResources } = record(spec);
    return record(matchConstraints ?? matchResources).namespaceSelector ?? null;
  });
  for (const target of targetsOf(one.rules, model.registry).named) {
    const failed = firstFailure(one, scene(target, { marks }));
    const missing = missingKey(failed);
    if (failed === undefined || missing === undefined || JSON.stringify(selectors).includes(missing))
      continue;
    if (firstFailure(one, scene(target, { marks, ofNamespace: marks })) !== undefined) continue;
    return problem(
      one,
      { ...target, kind: { ...target.kind, kind: `${target.kind.kind} in a namespace` } },
      failed,
      missing,
    );
  }
  return undefined;
}

const NAMESPACES = ["request.namespace", "object.metadata.namespace", "namespaceObject.metadata.name"];

/** The namespaces that the expressions name. */
function namespacesIn({ steps }: Evaluation): string[] {
  const named = steps.flatMap(({ expr }) => NAMESPACES.flatMap((chain) => comparedWith(expr, chain)));
  return [...new Set(named.map(({ text }) => text))];
}

/** True if an expression, or the variables that it reads, name labels or annotations. */
const mentionsMaps = (expression: string, { of }: Evaluation): boolean =>
  /labels|annotations/.test(expression) ||
  (/\bvariables\b/.test(expression) && /labels|annotations/.test(JSON.stringify(of.object.spec)));

function problem(
  { of, webhook, failurePolicy }: Evaluation,
  { operation, kind }: Target,
  failed: Failed,
  missing: string,
): Problem {
  const what = MAPS.has(missing)
    ? `without ${missing}`
    : `that has labels or annotations without the key ${missing}`;
  const message = `the evaluation fails for a ${kind.kind} ${what} (${operation}): no such key: ${missing}; ${outcomeText(failurePolicy)}`;
  const fix = MAPS.has(missing)
    ? `has(….${missing}) && …, or ….?${missing}['key'].orValue('')`
    : `'${missing}' in …, or […].?['${missing}'].orValue('')`.replace("[…]", "…");
  return { of, webhook, path: failed.path, message, fix };
}

/**
 * Reads of `request.userInfo.extra['key']` without a test: most users have no extra values, and tokens have those of pods and nodes
 * only if they are bound to one. A test anywhere in the expressions of the hook counts.
 */
const unguardedExtra = (model: Model): Problem[] =>
  hooksWithExpressions(model).flatMap((hook) => (isGuarded(hook) ? [] : problemsOf(hook)));

const EXTRA = "request.userInfo.extra";

function problemsOf({ of, webhook, failurePolicy, expressions }: Hook): Problem[] {
  return expressions.flatMap(({ expr, path, use }): Problem[] => {
    const key = use === "message" || use === "audit" ? undefined : keyRead(expr);
    if (key === undefined) return [];
    const message = `the evaluation fails for a user without ${key} in ${EXTRA}, which most users and tokens do not have: ${outcomeText(failurePolicy)}`;
    return [{ of, webhook, path, message, fix: `has(${EXTRA}) && '${key}' in ${EXTRA} && …` }];
  });
}

/** The key that an expression reads; undefined if it reads none. */
function keyRead(expr: Expr): string | undefined {
  let found: string | undefined;
  walk(expr, (one) => {
    if (one.kind === "select" && !one.test && chainText(one.operand) === EXTRA) found ??= one.field;
    if (one.kind !== "call" || one.name !== "_[_]") return;
    const [map, key] = one.args;
    if (map !== undefined && chainText(map) === EXTRA && key?.kind === "literal") found ??= String(key.value);
  });
  return found;
}

/** True if an expression asks for the keys, or which user it is: an account whose tokens have them may be meant. */
const isGuarded = ({ expressions }: Hook): boolean =>
  expressions.some(({ expr }) =>
    anywhere(expr, (one) => {
      if (one.kind === "select") return one.test && chainText(one.operand).startsWith("request.userInfo");
      if (one.kind !== "call") return false;
      if (one.name === "@in") return one.args.some((arg) => chainText(arg) === EXTRA);
      const isOptional = one.name === "_?._" || one.name === "_[?_]";
      return isOptional && one.args.some((arg) => chainText(arg).startsWith("request.userInfo"));
    }),
  );
