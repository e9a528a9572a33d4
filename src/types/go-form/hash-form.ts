import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { FieldFact, TypeFact } from "../notation/notation.ts";
import { fieldFacts, goTypeOf } from "../notation/tables.ts";
import { goFieldName } from "./go-names.ts";
import { quantityForm } from "./quantity-form.ts";

/**
 * Prints a decoded value of a type such as `core/v1.PodSpec` like Go's spew, with types and without addresses
 * (k8s.io/utils/dump.ForHash), for hashes of the reference. Empty lists and maps are nil, because the
 * reference reads them from protobuf.
 */
export const hashForm = (typeName: string, value: JsonObject): string =>
  `(${goTypeOf(typeName)})${structForm(typeName, value)}`;

function structForm(typeName: string, value: JsonObject): string {
  const facts = fieldFacts(typeName);
  if (facts === undefined) throw new Error(`no type ${typeName}`);
  return `{${facts.map((fact) => fieldForm(typeName, fact, value)).join(" ")}}`;
}

function fieldForm(owner: string, fact: FieldFact, value: JsonObject): string {
  const name = fact.embedded ? fact.name : goFieldName(owner, fact.name);
  if (fact.embedded && fact.type.kind === "message")
    return `${name}:(${goTypeOf(fact.type.name)})${structForm(fact.type.name, value)}`;
  const member = value[fact.name];
  const pointer = fact.pointer ? "*" : "";
  const isNil = fact.pointer && (member === undefined || member === null);
  return `${name}:(${pointer}${goTypeName(fact.type)})${isNil ? "<nil>" : valueForm(fact.type, member)}`;
}

const SCALARS: Readonly<Record<string, string>> = {
  s: "string",
  b: "bool",
  i: "int32",
  l: "int64",
  d: "float64",
  y: "[]uint8",
  T: "v1.Time",
  M: "v1.MicroTime",
  Q: "resource.Quantity",
  I: "intstr.IntOrString",
  F: "v1.FieldsV1",
};

function goTypeName(type: TypeFact): string {
  switch (type.kind) {
    case "message":
      return goTypeOf(type.name);
    case "scalar":
      return type.goName ?? SCALARS[type.code] ?? "?";
    case "list":
      return type.goName ?? `[]${goTypeName(type.item)}`;
    case "map":
      return type.goName ?? `map[${type.goKeyName ?? "string"}]${goTypeName(type.value)}`;
  }
}

function valueForm(type: TypeFact, value: Json | undefined): string {
  switch (type.kind) {
    case "message":
      return structForm(type.name, isJsonObject(value) ? value : {});
    case "list":
      if (!Array.isArray(value) || value.length === 0) return "<nil>";
      return `[${value.map((item) => valueForm(type.item, item)).join(" ")}]`;
    case "map":
      return mapForm(type.value, value);
    case "scalar":
      return scalarForm(type.code, value);
  }
}

function mapForm(type: TypeFact, value: Json | undefined): string {
  if (!isJsonObject(value)) return "<nil>";
  const keys = Object.keys(value).sort();
  return keys.length === 0
    ? "<nil>"
    : `map[${keys.map((key) => `${key}:${valueForm(type, value[key])}`).join(" ")}]`;
}

function scalarForm(code: string, value: Json | undefined): string {
  switch (code) {
    case "b":
      return String(value === true);
    case "i":
    case "l":
    case "d":
      return String(value ?? 0);
    case "Q":
      return quantityForm(typeof value === "string" ? value : undefined);
    case "I":
      return typeof value === "string"
        ? `{Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)${value}}`
        : `{Type:(intstr.Type)0 IntVal:(int32)${value ?? 0} StrVal:(string)}`;
    case "T":
      return "{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}";
    default:
      return String(value ?? "");
  }
}
