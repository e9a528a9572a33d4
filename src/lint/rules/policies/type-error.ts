import { parseGroupVersion } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { Expr } from "../../../cel/parse/ast.ts";
import { parse } from "../../../cel/parse/parse.ts";
import { walk } from "../../../cel/parse/walk.ts";
import { nearest } from "../../../explain/near.ts";
import { pathOfField } from "../../../explain/refused/field-path.ts";
import { overloadHint } from "../../../explain/refused/overload-hint.ts";
import { shapeAt, shapeBelow } from "../../../explain/refused/shape-at.ts";
import { valueAt } from "../../../explain/sources.ts";
import { record, text } from "../../../json/value.ts";
import type { FoundKind, Registry } from "../../../resources/registry.ts";
import type { DeclaredType } from "../../../schema/rules/declared-type.ts";
import { expressionWarnings } from "../../../server/admit/type-check/expression-warnings.ts";
import { kindType, untypedFields } from "../../../server/admit/type-check/kind-type.ts";
import { matchedKinds } from "../../../server/admit/type-check/matched-kinds.ts";
import { evaluations } from "../../expressions/evaluated.ts";
import { targetsOf } from "../../expressions/targets.ts";
import { writtenFields } from "../../expressions/written-values.ts";
import type { PolicyEntry } from "../../model/configurations.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * The warnings that kube-apiserver writes to status.typeChecking of a policy, which few users read, if they
 * are certain. The expression itself can exclude one of several kinds, and two parts of an object can be
 * compatible without having the same type.
 */
export const typeError: Rule = {
  id: "type-error",
  severity: "warning",
  summary: "An expression of a policy does not fit the fields of the kinds that the policy matches",
  check: (model) => [
    ...model.policies.flatMap((policy) => untypedReads(policy, model)),
    ...atomicParts(model),
  ],
};

function untypedReads(policy: PolicyEntry, { configurations, registry }: Model): Problem[] {
  const problems = policy.phase === "validating" ? problemsOf(policy, registry) : [];
  const isRefused = (): boolean =>
    configurations.some(({ of, errors }) => of === policy.of && errors().length > 0);
  return problems.length === 0 || isRefused() ? [] : problems;
}

function problemsOf({ of, stored }: PolicyEntry, registry: Registry): Problem[] {
  const matched = matchedKinds(stored, registry);
  const kinds = matched.map(({ kind }) => kind.kind);
  return expressionWarnings(stored, registry, () => 0).flatMap(({ fieldRef, warning }): Problem[] => {
    const told = errorsIn(warning);
    const [first] = told;
    if (first === undefined || told.length < kinds.length || told.some((one) => one !== first)) return [];
    if (isUntyped(first, [...matched, ...paramsOf(stored, registry)])) return [];
    const path = pathOfField(fieldRef);
    const isAsked = isOnlyAsked(text(valueAt(of.object, path)), fieldIn(first));
    const consequence = isAsked
      ? "has() of it is always false"
      : "the evaluation fails, unless an earlier part decides the result";
    const message = `${first} of ${kinds.join(", ")}: the API server accepts the policy, but ${consequence}`;
    const near = deeperField(fieldIn(first), matched) ?? nearField(first, matched);
    const fix = near === undefined ? overloadFix(first) : `"${near}" is probably meant`;
    return [{ of, path, message, fix }];
  });
}

/** The right use of the operator for these types, without brackets. */
const overloadFix = (told: string): string => overloadHint(told).replace(/^ \(|\)$/g, "");

const fieldIn = (told: string): string => /^undefined field '(.+)'$/.exec(told)?.[1] ?? "";

/** True if an expression reads a field only in has(), which does not fail. */
function isOnlyAsked(expression: string, field: string): boolean {
  const parsed = parse(expression);
  if (parsed.kind === "issues") return false;
  let asked = false;
  let isRead = false;
  walk(parsed.expr, (one) => {
    if (one.kind !== "select" || one.field !== field) return;
    if (one.test) asked = true;
    else isRead = true;
  });
  return asked && !isRead;
}

const DEEPER: readonly (readonly string[])[] = [
  ["spec"],
  ["status"],
  ["spec", "template", "spec"],
  ["spec", "jobTemplate", "spec", "template", "spec"],
];

/** The same field deeper in the object: in spec, in status, or in the template of pods; undefined if the kinds have none. */
function deeperField(field: string, kinds: readonly FoundKind[]): string | undefined {
  const parent = DEEPER.find((path) =>
    kinds.every((found) => typeAt(kindType(found), path)?.fields?.has(field)),
  );
  return parent === undefined ? undefined : ["object", ...parent, field].join(".");
}

const typeAt = (type: DeclaredType | undefined, path: readonly string[]): DeclaredType | undefined =>
  path.reduce((at, name) => at?.fields?.get(name), type);

function paramsOf({ spec }: KubeObject, registry: Registry): FoundKind[] {
  const { apiVersion, kind } = record(record(spec).paramKind);
  const { group, version } = parseGroupVersion(text(apiVersion));
  const found = registry.findKind(group, version, text(kind));
  return found === undefined ? [] : [found];
}

/** Returns the most similar field of the kinds; undefined if none is similar. */
function nearField(told: string, kinds: readonly FoundKind[]): string | undefined {
  const field = fieldIn(told);
  const names = new Set<string>();
  for (const found of kinds) addFields(kindType(found), names);
  return field === "" ? undefined : nearest(field, names);
}

function addFields(type: DeclaredType | undefined, names: Set<string>): void {
  for (const [name, field] of type?.fields ?? []) {
    names.add(name);
    addFields(field, names);
  }
  if (type?.element !== undefined) addFields(type.element, names);
}

/** True if the unknown field is one whose values have no type: it is there when the expression is evaluated. */
function isUntyped(told: string, kinds: readonly FoundKind[]): boolean {
  const field = fieldIn(told);
  return field !== "" && kinds.some((found) => untypedFields(found).has(field));
}

/**
 * Returns the first error for each kind. `ERROR: <input>:1:12: undefined field 'x'` is the line before an
 * excerpt of the expression.
 */
function errorsIn(warning: string): string[] {
  return warning.split("\n").flatMap((line) => {
    const [head, told] = line.split(/ERROR: <input>:\d+:\d+: /);
    if (told === undefined || head === undefined || !head.includes("Kind=")) return [];
    return isSure(told) ? [told] : [];
  });
}

/**
 * True if an error is certain. Types of parts of objects have names with their places: `Pod.spec.containers.@idx`. The
 * check itself cannot find the type of the authorizer beside another type, which the evaluation has.
 */
const isSure = (told: string): boolean =>
  told.startsWith("undefined field") ||
  !(told.includes(".@") || told.startsWith("unexpected failed resolution"));

/**
 * Apply configurations that write a list or a map that belongs to one owner as a whole: the API server refuses each request
 * that they change. Reported are parts that are written out, and that all kinds of the rules have.
 */
function atomicParts(model: Model): Problem[] {
  return evaluations(model).flatMap(({ of, rules, steps }) => {
    const { named, complete } = targetsOf(rules, model.registry);
    const kinds = named.flatMap(
      ({ resource: { group, version, resource } }) => model.registry.find(group, version, resource) ?? [],
    );
    if (!complete || kinds.length === 0) return [];
    return steps.flatMap(({ use, path, expr }): Problem[] => {
      if (use !== "mutation" || !path.includes("applyConfiguration")) return [];
      const [first] = writtenParts(expr).filter((part) => kinds.every((found) => isAtomic(part, found)));
      if (first === undefined) return [];
      const message = `it writes ${first.join(".")}, which is atomic: the API server refuses the change (may not mutate atomic arrays, maps or structs)`;
      return [{ of, path, message, fix: "a mutation of patchType JSONPatch" }];
    });
  });
}

/** The members of objects that are written out as lists, maps or objects: `spec.initContainers.args`. */
const writtenParts = (expr: Expr): (readonly string[])[] =>
  writtenFields(expr)
    .filter(({ value, optional }) => !optional && ["list", "map", "struct"].includes(value?.kind ?? ""))
    .map(({ path }) => path);

/** Names of parts skip the items of lists. */
function isAtomic(part: readonly string[], found: FoundKind): boolean {
  let shape = shapeAt([], found);
  for (const name of part) {
    if (shape?.kind === "list") shape = shapeBelow(shape, 0);
    shape = shapeBelow(shape, name);
  }
  if (shape?.kind === "list") return shape.listType === "atomic";
  return (shape?.kind === "object" || shape?.kind === "map") && shape.atomic;
}
