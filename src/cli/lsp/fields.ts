import { parseGroupVersion } from "../../api/group-version.ts";
import { type CelType, checkedName } from "../../cel/types/types.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { anyEnvironment } from "../../explain/refused/environment.ts";
import { isJsonObject, record, records, text } from "../../json/value.ts";
import { targetsOf } from "../../lint/expressions/targets.ts";
import type { Model } from "../../lint/model/model.ts";
import { kindOf } from "../../lint/model/names.ts";
import { parseSchema } from "../../schema/json-schema.ts";
import { type DeclaredType, declaredType } from "../../schema/rules/declared-type.ts";
import { kindType } from "../../server/admit/type-check/kind-type.ts";
import { LONGEST_TEXT } from "./diagnostics.ts";

/** A part of an expression whose members are known. */
export type Known =
  | { readonly kind: "declared"; readonly type: DeclaredType }
  | { readonly kind: "cel"; readonly type: CelType }
  | { readonly kind: "variables"; readonly of: Manifest };

/** A member, with its type in words. */
export interface Member {
  readonly name: string;
  readonly type: string;
}

/** Returns the variables of the expressions of an object, by name. */
export function rootsOf(of: Manifest, model: Model): ReadonlyMap<string, readonly Known[]> {
  const roots = new Map<string, readonly Known[]>();
  if (kindOf(of) === "CustomResourceDefinition") {
    const types = records(record(of.object.spec).versions).flatMap(({ schema }) => {
      const own = record(schema).openAPIV3Schema;
      return isJsonObject(own) ? (declaredType(parseSchema(own), true) ?? []) : [];
    });
    for (const name of ["self", "oldSelf"]) roots.set(name, types.map(declared));
    return roots;
  }
  for (const [name, type] of anyEnvironment().variables) roots.set(name, [{ kind: "cel", type }]);
  const objects = objectTypes(of, model).map(declared);
  for (const name of ["object", "oldObject"]) roots.set(name, objects);
  const { paramKind, variables } = record(of.object.spec);
  if (isJsonObject(paramKind))
    roots.set("params", typesOf(text(paramKind.apiVersion), text(paramKind.kind), model).map(declared));
  else roots.delete("params");
  if (Array.isArray(variables)) roots.set("variables", [{ kind: "variables", of }]);
  return roots;
}

const declared = (type: DeclaredType): Known => ({ kind: "declared", type });

function objectTypes(of: Manifest, model: Model): DeclaredType[] {
  const hooks = [
    ...model.webhooks.filter((one) => one.of.object === of.object).map(({ hook }) => hook.rules),
    ...model.policies.filter((one) => one.of.object === of.object).map(({ policy }) => policy.criteria.rules),
  ];
  const kinds = new Map(
    hooks
      .flatMap((rules) => targetsOf(rules, model.registry).named)
      .map(({ kind }) => [`${kind.group}/${kind.version}/${kind.kind}`, kind]),
  );
  return [...kinds.values()].flatMap(({ group, version, kind }) =>
    typesOf(group === "" ? version : `${group}/${version}`, kind, model),
  );
}

function typesOf(apiVersion: string, kind: string, { registry }: Model): DeclaredType[] {
  const { group, version } = parseGroupVersion(apiVersion);
  const found = registry.findKind(group, version, kind);
  const type = found && kindType(found);
  return type === undefined ? [] : [type];
}

/** Returns the parts at the end of a chain: `["object", "spec"]`. `locals` has the variables of macros. */
export function knownAt(
  chain: readonly string[],
  roots: ReadonlyMap<string, readonly Known[]>,
  locals: ReadonlyMap<string, readonly Known[]> = new Map(),
): readonly Known[] {
  const [root = "", ...fields] = chain;
  return fields.reduce<readonly Known[]>(
    (known, field) => known.flatMap((one) => below(one, field) ?? []),
    locals.get(root) ?? roots.get(root) ?? [],
  );
}

function below(known: Known, field: string): Known | undefined {
  if (known.kind === "declared") {
    const inner =
      known.type.fields?.get(field) ?? (known.type.key === undefined ? undefined : known.type.element);
    return inner && declared(inner);
  }
  if (known.kind === "variables" || known.type.kind !== "object") return undefined;
  const type = anyEnvironment().objects.get(known.type.name)?.[field];
  return type && { kind: "cel", type };
}

/** Returns the members of a part. */
export function membersOf(known: Known): Member[] {
  switch (known.kind) {
    case "variables":
      return records(record(known.of.object.spec).variables).map(({ name, expression }) => ({
        name: text(name),
        type: text(expression),
      }));
    case "declared":
      return [...(known.type.fields ?? [])].map(([name, type]) => ({
        name,
        type: typeText({ kind: "declared", type }),
      }));
    case "cel": {
      const fields = known.type.kind === "object" ? anyEnvironment().objects.get(known.type.name) : undefined;
      return Object.entries(fields ?? {}).map(([name, type]) => ({ name, type: checkedName(type) }));
    }
  }
}

/** The type of a part in words: `list(object)`. */
export function typeText(known: Known): string {
  if (known.kind === "cel") return checkedName(known.type);
  if (known.kind === "variables") return "variables of the policy";
  const { scalar, element, key } = known.type;
  if (scalar !== undefined) return checkedName(scalar);
  const inner = element === undefined ? "" : typeText(declared(element));
  return element === undefined ? "object" : key === undefined ? `list(${inner})` : `map(string, ${inner})`;
}

const MACRO = /([\w.?]+)\.(?:all|exists|exists_one|existsOne|map|filter|transformList)\(\s*(\w+)\s*,/g;

/** Returns the variables of the macros in a text, with their parts. */
export function localsIn(
  expression: string,
  roots: ReadonlyMap<string, readonly Known[]>,
): ReadonlyMap<string, readonly Known[]> {
  const locals = new Map<string, readonly Known[]>();
  for (const [, chain = "", name = ""] of expression.slice(-LONGEST_TEXT).matchAll(MACRO)) {
    const list = knownAt(chain.replaceAll("?", "").split("."), roots, locals);
    locals.set(
      name,
      list.flatMap((one) =>
        one.kind === "declared" && one.type.element !== undefined ? [declared(one.type.element)] : [],
      ),
    );
  }
  return locals;
}
