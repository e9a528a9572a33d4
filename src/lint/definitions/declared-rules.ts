import { oncePerObject } from "../../async/once.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import { isJsonObject, type JsonObject, record, records, text } from "../../json/value.ts";
import { RuleScope } from "../../resources/kinds/apiextensions/custom-resource-definition/schema/rule-scope.ts";
import { type JsonSchema, parseSchema } from "../../schema/json-schema.ts";
import { type CompiledRule, compileRules, maxCardinality } from "../../schema/rules/compile-rules.ts";
import type { Model } from "../model/model.ts";

/** A step from a value to a part of it: a member of an object, an item of a list, or a value of a map. */
export type Step = { readonly kind: "member"; readonly name: string } | { readonly kind: "item" | "value" };

/** The path of a part in a schema. */
export const pathInSchema = (steps: readonly Step[]): Path =>
  steps.flatMap((step) =>
    step.kind === "member"
      ? ["properties", step.name]
      : [step.kind === "item" ? "items" : "additionalProperties"],
  );

/** Text of steps, to compare places: `.spec.ports[].name`. */
export const stepsText = (steps: readonly Step[]): string =>
  steps
    .map((step) => (step.kind === "member" ? `.${step.name}` : step.kind === "item" ? "[]" : "{}"))
    .join("");

/** One entry of `x-kubernetes-validations`. */
export interface DeclaredRule {
  readonly of: Manifest;
  /** Name of the version. */
  readonly version: string;
  /** The whole schema of the version. */
  readonly root: JsonObject;
  /** Steps from the whole object to the value that the rule checks. */
  readonly steps: readonly Step[];
  /** Path of the entry in the definition. */
  readonly path: Path;
  readonly compiled: CompiledRule;
  /** Highest number of values that the rule checks in one object. */
  readonly times: number;
}

/** Returns the rules of all versions of all checked definitions. Schemas that cannot be typed are left out. */
export const declaredRules = oncePerObject((model: Model): readonly DeclaredRule[] =>
  model
    .of("CustomResourceDefinition")
    .filter(model.isChecked)
    .flatMap((of) =>
      records(record(of.object.spec).versions).flatMap(({ name, schema }, index) => {
        const root = record(schema).openAPIV3Schema;
        if (!isJsonObject(root)) return [];
        const found: DeclaredRule[] = [];
        const base: Path = ["spec", "versions", index, "schema", "openAPIV3Schema"];
        const parsed = parseSchema(root);
        visit(parsed, RuleScope.root(parsed), [], (own, scope, steps) => {
          if ("problem" in scope.typeInfo) return;
          const { declared } = scope.typeInfo;
          const times = scope.cardinality ?? maxCardinality(declared);
          const at = [...base, ...pathInSchema(steps), "x-kubernetes-validations"];
          for (const [i, compiled] of compileRules(own, declared).entries())
            found.push({ of, version: text(name), root, steps, path: [...at, i], compiled, times });
        });
        return found;
      }),
    ),
);

/** Visits every part of a schema that has rules. */
function visit(
  schema: JsonSchema,
  scope: RuleScope,
  steps: readonly Step[],
  each: (schema: JsonSchema, scope: RuleScope, steps: readonly Step[]) => void,
): void {
  if ((schema.validations?.length ?? 0) > 0) each(schema, scope, steps);
  const { properties, items, additionalProperties } = schema;
  for (const [name, child] of properties ?? [])
    visit(child, scope.property(name, child), [...steps, { kind: "member", name }], each);
  const inside = items?.schema;
  if (inside !== undefined) visit(inside, scope.element(inside), [...steps, { kind: "item" }], each);
  const values = additionalProperties?.schema;
  if (values !== undefined) visit(values, scope.element(values), [...steps, { kind: "value" }], each);
}
