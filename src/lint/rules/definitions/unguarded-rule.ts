import { formatGroupVersion } from "../../../api/group-version.ts";
import type { FieldError } from "../../../api/validation/field-error.ts";
import { type Expr, qualifiedName } from "../../../cel/parse/ast.ts";
import { anywhere, walk } from "../../../cel/parse/walk.ts";
import { valueAt } from "../../../explain/sources.ts";
import { isJsonObject, type Json, type JsonObject, record, text } from "../../../json/value.ts";
import { attempt } from "../../../report/attempt.ts";
import type { FoundKind } from "../../../resources/registry.ts";
import { prepareAndValidateNow, readNew, writingWithoutRequest } from "../../../resources/write.ts";
import { ruleName } from "../../../schema/rules/rule-failure.ts";
import {
  type DeclaredRule,
  declaredRules,
  pathInSchema,
  type Step,
  stepsText,
} from "../../definitions/declared-rules.ts";
import { filled } from "../../definitions/filled.ts";
import { placesRead } from "../../definitions/places-read.ts";
import { sampleValue } from "../../definitions/sample-value.ts";
import { wordsOf } from "../../expressions/reads.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Highest number of objects that are tried for one definition: each takes up to some milliseconds. */
const MOST_SAMPLES = 400;

/**
 * Validates small objects as a server does. An object is a finding if nothing else refuses it than an
 * evaluation that misses a field.
 */
export const unguardedRule: Rule = {
  id: "unguarded-rule",
  severity: "warning",
  summary: "A rule of a CustomResourceDefinition reads an optional field, and fails for objects without it",
  check: (model) => {
    const left = new Map<object, number>();
    return declaredRules(model).flatMap((rule) => [
      ...numberProblems(rule),
      ...problemsOf(rule, model, left),
    ]);
  },
};

/** `quantity(self.a)` of a field that takes numbers, too, in a rule that asks for no type. */
function numberProblems({ of, path, compiled, root, steps }: DeclaredRule): Problem[] {
  const { expression } = compiled;
  if (expression?.kind !== "program" || wordsOf(expression.checked.expr).has("type")) return [];
  let found: string | undefined;
  walk(expression.checked.expr, (one) => {
    const [field] = one.kind === "call" && OF_TEXTS.has(one.name) && one.target === undefined ? one.args : [];
    const read = field && qualifiedName(field);
    const at = read?.startsWith("self.") ? read.split(".").slice(1) : undefined;
    if (at !== undefined && isIntOrString(root, [...steps, ...at.map(member)])) found ??= read;
  });
  if (found === undefined) return [];
  const message = `the rule fails if ${found} is a number, which x-kubernetes-int-or-string lets pass: quantity() takes a text only`;
  return [{ of, path: [...path, "rule"], message, fix: `quantity(string(${found}))` }];
}

const OF_TEXTS: ReadonlySet<string> = new Set(["quantity", "isQuantity"]);
const member = (name: string): Step => ({ kind: "member", name });

const isIntOrString = (root: JsonObject, steps: readonly Step[]): boolean =>
  record(valueAt(root, pathInSchema(steps)))["x-kubernetes-int-or-string"] === true;

function problemsOf(rule: DeclaredRule, model: Model, left: Map<object, number>): Problem[] {
  const { of, path, compiled, steps } = rule;
  const { expression } = compiled;
  const found = kindOf(rule, model);
  if (expression?.kind !== "program" || found === undefined) return [];
  const { expr } = expression.checked;
  const fields = wordsOf(expr);
  for (const sample of samplesOf(rule, expr)) {
    const remaining = left.get(of) ?? MOST_SAMPLES;
    if (remaining === 0) return [];
    left.set(of, remaining - 1);
    const missing = missingIn(errorsOf(sample, found), ruleName(compiled.rule));
    // Another rule can have the same message.
    if (missing === undefined || !fields.has(missing)) continue;
    const where = steps.length === 0 ? "the object" : stepsText(steps).slice(1);
    const self = shownSelf(sample.old ?? sample.object, rule, expr) ?? `an object without "${missing}"`;
    const update = sample.old === undefined ? "" : "an update of ";
    const fails = `the rule of ${where} fails for ${update}${self}: "${missing}" is optional, and the server refuses the object with "no such key: ${missing}"`;
    const at = { of, path: [...path, "rule"] };
    if (!isRefusedAnyway(sample, missing, rule, expr, found))
      return [{ ...at, message: fails, fix: "test optional fields first: !has(self.field) || …" }];
    const message = `${fails}; with an empty "${missing}" the rule refuses it, too`;
    const fix = `ask for it first, so that the rule refuses: has(….${missing}) && …`;
    return [{ ...at, message, fix, severity: "info" }];
  }
  return [];
}

/**
 * True if the rule does not hold either for the object with an empty value in place of each missing one. A comparison with
 * null is meant for a missing value.
 */
function isRefusedAnyway(
  sample: Sample,
  missing: string,
  { root, steps, compiled }: DeclaredRule,
  expr: Expr,
  found: FoundKind,
): boolean {
  if (anywhere(expr, (one) => one.kind === "literal" && one.value === null)) return false;
  const name = ruleName(compiled.rule);
  const places = placesRead(expr).places.map((place) => [...steps, ...place]);
  let [{ object, old }, lacking]: [Sample, string | undefined] = [sample, missing];
  for (let left = MOST_FILLED; left > 0 && lacking !== undefined; left--) {
    const own = places.filter((place) => isMember(place.at(-1), lacking));
    const full = (one: JsonObject): JsonObject =>
      own.reduce((whole, place) => record(filled(whole, { ...root, type: "object" }, place)), one);
    [object, old] = [full(object), old && full(old)];
    const errors = errorsOf({ object, old }, found);
    lacking = missingIn(errors, name);
    if (errors?.some(({ message }) => message.includes(name) && !message.includes("evaluating rule: ")))
      return true;
  }
  return false;
}

const isMember = (step: Step | undefined, name: string | undefined): boolean =>
  step?.kind === "member" && step.name === name;

/** Highest number of missing fields that are filled in. */
const MOST_FILLED = 5;

/** The part of an object that the rule is about, with what the rule reads only; undefined if it is long. */
function shownSelf(object: JsonObject, { steps }: DeclaredRule, expr: Expr): string | undefined {
  let selves: readonly Json[] = [object];
  for (const step of steps) selves = selves.flatMap((one) => partsAt(one, step));
  const shown = JSON.stringify(readParts(selves[0] ?? {}, placesRead(expr).places));
  return shown.length <= LONGEST_SHOWN ? shown : undefined;
}

const LONGEST_SHOWN = 100;

function partsAt(value: Json, step: Step): readonly Json[] {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return [];
  const parts = step.kind === "member" ? [value[step.name]] : Object.values(value);
  return parts.filter((one) => one !== undefined);
}

/** Returns the value without the members that lie on the way to none of these places. */
function readParts(value: Json, places: readonly (readonly Step[])[]): Json {
  if (places.some((place) => place.length === 0)) return value;
  if (Array.isArray(value))
    return value.map((one) =>
      readParts(
        one,
        places.map((place) => place.slice(1)),
      ),
    );
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const on = places.filter(([first]) => first?.kind !== "member" || first.name === name);
      return on.length === 0 || member === undefined
        ? []
        : [
            [
              name,
              readParts(
                member,
                on.map((place) => place.slice(1)),
              ),
            ],
          ];
    }),
  );
}

function kindOf({ of, version }: DeclaredRule, { registry }: Model): FoundKind | undefined {
  const { group, names } = record(of.object.spec);
  return registry.findKind(text(group), version, text(record(names).kind));
}

/** An object, and its state before the request; undefined for a new object. */
interface Sample {
  readonly object: JsonObject;
  readonly old: JsonObject | undefined;
}

/**
 * Returns an object for each optional part that the rule reads: without this part, alone or with all others. It returns
 * the same objects again with the constants of the rule in the parts that the rule compares with them. For a rule with
 * oldSelf, each object is the stored one of two updates: one to the same object, and one to an object with all parts.
 */
function* samplesOf({ root, steps, compiled }: DeclaredRule, expr: Expr): Generator<Sample> {
  const around = prefixesOf(steps);
  const { places, constants } = placesRead(expr);
  const read = places.map((place) => [...steps, ...place]);
  const all = new Set([...around, ...read.map(stepsText)]);
  const schema: JsonObject = { ...root, type: "object" };
  const full = sampleValue(schema, all);
  const tried = new Set<string>();
  for (const place of read)
    for (const others of [prefixesOf(place), all]) {
      const own = stepsText(place);
      const wanted = new Set([...around, ...others].filter((one) => !one.startsWith(own)));
      const plain = sampleValue(schema, wanted);
      const given = constants.map((one) => ({ place: [...steps, ...one.place], value: one.value }));
      const choices = read.flatMap((one) => choicesAt(root, one).map((value) => ({ place: one, value })));
      const truths = read.map((one) => ({ place: one, value: true }));
      for (const sample of [
        plain,
        ...[...given, ...choices, ...truths].map((one) => withValue(plain, one.place, one.value)),
      ]) {
        const key = JSON.stringify(sample);
        if (tried.has(key) || !isJsonObject(sample)) continue;
        tried.add(key);
        if (!compiled.usesOldSelf) yield { object: sample, old: undefined };
        else for (const object of [sample, full]) if (isJsonObject(object)) yield { object, old: sample };
      }
    }
}

/** The values in the enum of a part. */
function choicesAt(schema: JsonObject, [step, ...rest]: readonly Step[]): readonly Json[] {
  if (step === undefined) return Array.isArray(schema.enum) ? schema.enum : [];
  const { properties, items, additionalProperties } = schema;
  const parts = { item: items, value: additionalProperties };
  return choicesAt(record(step.kind === "member" ? record(properties)[step.name] : parts[step.kind]), rest);
}

/** Replaces a value that is there, and has the same type. */
function withValue(whole: Json, [step, ...rest]: readonly Step[], value: Json): Json {
  if (step === undefined) return typeof whole === typeof value ? value : whole;
  if (Array.isArray(whole)) return whole.map((one) => withValue(one, rest, value));
  if (!isJsonObject(whole)) return whole;
  const names = step.kind === "member" ? [step.name] : Object.keys(whole);
  const changed = names.flatMap((name) => {
    const before = whole[name];
    return before === undefined ? [] : [[name, withValue(before, rest, value)]];
  });
  return { ...whole, ...Object.fromEntries(changed) };
}

const prefixesOf = (steps: readonly Step[]): string[] =>
  steps.map((_, index) => stepsText(steps.slice(0, index + 1)));

/** Returns the errors for which a server refuses the object; undefined if it cannot be read. */
function errorsOf({ object, old }: Sample, { kind, resource }: FoundKind): readonly FieldError[] | undefined {
  const namespace = resource.namespaced ? { namespace: "default" } : {};
  const head = {
    apiVersion: formatGroupVersion(kind),
    kind: kind.kind,
    metadata: { name: "sample", ...namespace },
  };
  const read = (one: JsonObject) => readNew(kind, structuredClone({ ...one, ...head }));
  return attempt(() => {
    const before = old && { old: read(old) };
    return prepareAndValidateNow(
      writingWithoutRequest({ kind, resource }, { checksMeta: false, ...before }),
      read(object),
    );
  });
}

/** Returns the missing field if the evaluation of rules is the only error, and this rule is one of them. */
function missingIn(errors: readonly FieldError[] | undefined, name: string): string | undefined {
  const all = (errors ?? []).map(({ message }) =>
    / no such key: (\S+) evaluating rule: (.*)$/s.exec(message),
  );
  if (all.some((one) => one === null)) return undefined;
  return all.find((one) => one?.[2] === name)?.[1];
}
