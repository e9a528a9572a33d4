import { remembered } from "../../async/remembered.ts";
import type { AnyShape, Field, ListShape, ObjectShape, ScalarShape, ScalarType, Shape } from "../shape.ts";
import type { MergeRule } from "./merge-rule.ts";
import type { FieldFact, ScalarCode, TypeFact } from "./notation.ts";
import { fieldFacts, goTypeOf, isAtomicType, MOST_TYPES } from "./tables.ts";

/**
 * Returns the shape of a built-in type such as `core/v1.Pod` or `meta/v1.DeleteOptions`; the same object for
 * the same name. Its fields are built at the first access. Throws an Error for a type that no table has.
 */
export const builtinShape = remembered((typeName): ObjectShape => {
  if (fieldFacts(typeName) === undefined) throw new Error(`no table has the type ${typeName}`);
  return new BuiltinShape(typeName);
}, MOST_TYPES);

class BuiltinShape implements ObjectShape {
  readonly kind = "object";
  readonly goType: string;
  readonly atomic: boolean;
  readonly preserveUnknown = false;
  readonly typeName: string;
  #fields: ReadonlyMap<string, Field> | undefined;

  constructor(typeName: string) {
    this.typeName = typeName;
    this.goType = goTypeOf(typeName);
    this.atomic = isAtomicType(typeName);
  }

  get fields(): ReadonlyMap<string, Field> {
    this.#fields ??= new Map(fieldsOf(this.typeName, "").map((field) => [field.name, field]));
    return this.#fields;
  }
}

/** Returns the fields of a type. Embedded structs are flattened; `goPath` is the path of their Go fields. */
function fieldsOf(typeName: string, goPath: string): Field[] {
  return (fieldFacts(typeName) ?? []).flatMap((fact) => {
    if (fact.embedded && fact.type.kind === "message")
      return fieldsOf(fact.type.name, `${goPath}${fact.name}.`);
    return [makeField(fact, goPath)];
  });
}

function makeField(fact: FieldFact, goPath: string): Field {
  const rule = fact.merge;
  return {
    name: fact.name,
    shape: makeShape(fact.type, rule),
    pointer: fact.pointer,
    always: fact.always,
    retainKeys: rule?.retainKeys ?? false,
    granular: rule?.atomic === false,
    ...(rule?.replace ? { replace: true } : {}),
    ...(goPath === "" ? {} : { goPath: goPath + fact.name }),
  };
}

const NO_DEFAULTS: ReadonlyMap<string, string | number | boolean> = new Map();

function makeShape(type: TypeFact, rule: MergeRule | undefined): Shape {
  switch (type.kind) {
    case "scalar":
      return scalarShape(type.code, type.goName);
    case "message":
      return builtinShape(type.name);
    case "map":
      return {
        kind: "map",
        value: makeShape(type.value, undefined),
        atomic: rule?.atomic ?? false,
        ...(type.goName === undefined ? {} : { goType: type.goName }),
        ...(type.goKeyName === undefined ? {} : { goKeyType: type.goKeyName }),
        ...(type.exact ? { exact: true } : {}),
      };
    case "list":
      return {
        kind: "list",
        item: makeShape(type.item, undefined),
        listType: rule?.listType ?? "atomic",
        keys: rule?.keys ?? [],
        keyDefaults: rule?.keyDefaults ?? NO_DEFAULTS,
        mergeKey: rule?.mergeKey,
        ...(type.goName === undefined ? {} : { goType: type.goName }),
      };
  }
}

/** Returns the shape of a list of structs. */
export const listOf = (item: ObjectShape): ListShape => ({
  kind: "list",
  item,
  listType: "atomic",
  keys: [],
  keyDefaults: NO_DEFAULTS,
  mergeKey: undefined,
});

const plain = (scalar: ScalarType): ScalarShape => ({ kind: "scalar", scalar });

const SCALARS: Readonly<Record<Exclude<ScalarCode, "R" | "F" | "J" | "B" | "A" | "S">, ScalarShape>> = {
  s: plain("string"),
  b: plain("boolean"),
  i: plain("int32"),
  l: plain("int64"),
  d: plain("number"),
  y: plain("bytes"),
  T: plain("time"),
  M: plain("microTime"),
  D: plain("duration"),
  Q: plain("quantity"),
  I: plain("intOrString"),
};

const ANY_JSON: AnyShape = { kind: "any", sorted: true, goType: "v1.JSON" };
const FIELDS_V1: AnyShape = { kind: "any", appliedAsMap: true };
const RAW_EXTENSION: AnyShape = { kind: "any", atomic: true, goType: "runtime.RawExtension" };

function scalarShape(code: ScalarCode, goType: string | undefined): Shape {
  switch (code) {
    case "R":
      return RAW_EXTENSION;
    case "F":
      return FIELDS_V1;
    case "J":
      return ANY_JSON;
    case "B":
      return { kind: "any", union: { schema: builtinShape(SCHEMA), or: "boolean" } };
    case "A":
      return { kind: "any", union: { schema: builtinShape(SCHEMA), or: "schemas" } };
    case "S":
      return { kind: "any", union: { schema: builtinShape(SCHEMA), or: "strings" } };
    default:
      return goType === undefined ? SCALARS[code] : { ...SCALARS[code], goType };
  }
}

const SCHEMA = "apiextensions/v1.JSONSchemaProps";
