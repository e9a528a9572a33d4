import type { Expr } from "../../../cel/parse/ast.ts";
import { parse } from "../../../cel/parse/parse.ts";
import { walk } from "../../../cel/parse/walk.ts";
import { shapeAt } from "../../../explain/refused/shape-at.ts";
import { valueAt } from "../../../explain/sources.ts";
import { isJsonObject, type Json, type JsonObject, record, text } from "../../../json/value.ts";
import type { FoundKind } from "../../../resources/registry.ts";
import {
  type Evaluation,
  evaluations,
  type Failed,
  firstFailure,
  missingKey,
  outcomeText,
} from "../../expressions/evaluated.ts";
import { chainOf, readsOf } from "../../expressions/reads.ts";
import { scenesFor } from "../../expressions/scenes.ts";
import { type Target, targetsOf } from "../../expressions/targets.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";
import { bodiesOf } from "../../tried/samples.ts";

/**
 * Evaluates the expressions for a small object of each kind. A failure is reported if it is about an optional field, and
 * the expressions do not fail for the same object with this field.
 */
export const unguardedField: Rule = {
  id: "unguarded-field",
  severity: "warning",
  summary: "An expression reads an optional field, and fails for objects without it",
  check: (model) => evaluations(model).flatMap((one) => problemOf(one, model) ?? []),
};

function problemOf(one: Evaluation, model: Model): Problem | undefined {
  for (const target of targetsOf(one.rules, model.registry).named) {
    if (target.operation !== "CREATE" || target.subresource !== "") continue;
    const { group, version, resource } = target.resource;
    const found = model.registry.find(group, version, resource);
    const [body] = bodiesOf(target, model);
    const problem = found && body && problemFor(one, target, found, body, model);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemFor(
  one: Evaluation,
  target: Target,
  found: FoundKind,
  body: JsonObject,
  { registry }: Model,
): Problem | undefined {
  const scene = scenesFor(one.objectSelector, registry);
  const failure = (own: JsonObject): Failed | undefined =>
    scene && firstFailure(one, scene(target, { change: (object) => ({ ...object, ...own }) }));
  const failed = failure(body);
  const missing = missingKey(failed);
  if (failed === undefined || missing === undefined) return undefined;
  const read = readPath(text(valueAt(one.of.object, failed.path)), missing);
  const value = read && anyValue(read.whole, found);
  if (read === undefined || value === undefined) return undefined;
  const { path, whole, chain } = read;
  if (failure(withValue(body, whole, value)) !== undefined) return undefined;
  const { of, webhook, failurePolicy } = one;
  const field = path.join(".").replaceAll(`.${EACH}`, "[]");
  const message = `the evaluation fails for a ${target.kind.kind} without ${field}, which is optional: no such key: ${missing}; ${outcomeText(failurePolicy)}`;
  const fix = `has(${chain}) && …, or !has(${chain}) || …`;
  return { of, webhook, path: failed.path, message, fix };
}

/** Part of a path that stands for each item of a list. */
const EACH = "*";

/**
 * The only read of the object that ends with a field, also of an item of a list that a macro goes through; `metadata` has
 * rules of its own. `whole`: the path of the longest chain that begins with it.
 */
function readPath(
  expression: string,
  field: string,
): { readonly path: string[]; readonly whole: string[]; readonly chain: string } | undefined {
  const parsed = parse(expression);
  if (parsed.kind === "issues") return undefined;
  const reads = [...readsOf(parsed.expr)];
  const [chain = "", ...more] = reads.filter((read) => read.endsWith(`.${field}`));
  const [first = "", ...rest] = chain.split(".");
  const range = rangeOf(parsed.expr, first);
  const [root, ...path] = range === undefined ? [first, ...rest] : [...range, EACH, ...rest];
  if (more.length > 0 || root !== "object" || path[0] === "metadata") return undefined;
  const longer = reads.filter((read) => read.startsWith(`${chain}.`)).sort((a, b) => b.length - a.length);
  const below = (longer[0] ?? chain).slice(chain.length).split(".").slice(1);
  return { path, whole: [...path, ...below], chain };
}

/** The list of the object that the only macro with this variable goes through. */
function rangeOf(expr: Expr, variable: string): readonly string[] | undefined {
  const ranges: (readonly string[] | undefined)[] = [];
  walk(expr, (one) => {
    if (one.kind === "comprehension" && (one.variable2 ?? one.variable) === variable)
      ranges.push(chainOf(one.range));
  });
  return ranges.length === 1 ? ranges[0] : undefined;
}

/** Values of scalars that are no texts. */
const SCALARS: Readonly<Record<string, Json>> = {
  boolean: false,
  int32: 1,
  int64: 1,
  number: 1,
  intOrString: 1,
};

/** A value of the type of a field, with a part in lists and maps; undefined if the kind has no such field. */
const anyValue = (path: readonly string[], found: FoundKind): Json | undefined =>
  sampleOf(shapeAt(path, found));

function sampleOf(shape: ReturnType<typeof shapeAt>): Json | undefined {
  switch (shape?.kind) {
    case "list": {
      const item = sampleOf(shape.item);
      return item === undefined ? [] : [item];
    }
    case "map": {
      const value = sampleOf(shape.value);
      return value === undefined ? {} : { sample: value };
    }
    case "object":
      return {};
    case "scalar":
      return SCALARS[shape.scalar] ?? "sample";
    default:
      return undefined;
  }
}

function withValue(whole: JsonObject, [name = "", ...rest]: readonly string[], value: Json): JsonObject {
  const inside = whole[name];
  if (rest.length === 0) return { ...whole, [name]: value };
  if (rest[0] === EACH && Array.isArray(inside))
    return { ...whole, [name]: inside.map((one) => withValue(record(one), rest.slice(1), value)) };
  return inside === undefined || isJsonObject(inside)
    ? { ...whole, [name]: withValue(record(inside), rest, value) }
    : whole;
}
