import { quote } from "../../api/field-error.ts";
import { isJsonObject, type Json } from "../../api/json.ts";
import { goDynamicType, goFormat } from "../../json/go-format.ts";
import { elementOf } from "./compare.ts";
import type { ListMergeType, MapMergeType, MergeType, ScalarMergeType } from "./merge-type.ts";
import { formatElement, UnkeyedItemError } from "./path-element.ts";

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** What is wrong with a value of a type, as structured-merge-diff says it; undefined when nothing is. */
export function problemsOf(type: MergeType, value: Json, allowDuplicates = false): string | undefined {
  const problems = [...check(type, value, "", allowDuplicates)].map(({ path, message }) =>
    path === "" ? message : `${path}: ${message}`,
  );
  if (problems.length <= 1) return problems[0];
  return ["errors:", ...problems.map((problem) => `  ${problem}`)].join("\n");
}

function* check(type: MergeType, value: Json, path: string, lax: boolean): Generator<Problem> {
  if (value === null) return;
  if (type.kind === "scalar") yield* checkScalar(type, value, path);
  else if (type.kind === "map") yield* checkMap(type, value, path, lax);
  else if (type.kind === "list") yield* checkList(type, value, path, lax);
}

function* checkScalar({ accepts }: ScalarMergeType, value: Json, path: string): Generator<Problem> {
  const kind = typeof value === "bigint" ? "number" : typeof value;
  if (accepts === "numeric" && kind !== "number")
    yield { path, message: `expected numeric (int or float), got ${goDynamicType(value)}` };
  if (accepts === "string" && kind !== "string")
    yield { path, message: `expected string, got ${goSyntax(value)}` };
  if (accepts === "boolean" && kind !== "boolean")
    yield { path, message: `expected boolean, got ${goValue(value)}` };
  if (accepts === "untyped" && kind === "object")
    yield { path, message: `expected any scalar, got ${goValue(value)}` };
}

/** How Go prints the wrapped value, plainly and as source. */
const goValue = (value: Json): string => `&{${goFormat(value)}}`;
const goSyntax = (value: Json): string => `&value.valueUnstructured{Value:${goSource(value)}}`;

function goSource(value: Json | undefined): string {
  if (value === null || value === undefined) return "interface {}(nil)";
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSource).join(", ")}}`;
  if (typeof value !== "object") return String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${quote(key)}:${goSource(value[key])}`);
  return `map[string]interface {}{${members.join(", ")}}`;
}

function* checkMap(type: MapMergeType, value: Json, path: string, lax: boolean): Generator<Problem> {
  if (!isJsonObject(value)) {
    yield { path, message: `expected map, got ${goValue(value)}` };
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const below = type.fields.get(key)?.type ?? type.element;
    if (below === undefined) {
      yield { path: `${path}.${key}`, message: "field not declared in schema" };
      return;
    }
    yield* check(below, member, `${path}.${key}`, lax);
  }
}

function* checkList(type: ListMergeType, value: Json, path: string, lax: boolean): Generator<Problem> {
  if (!Array.isArray(value)) {
    yield { path, message: `expected list, got ${goValue(value)}` };
    return;
  }
  const seen = new Set<string>();
  for (const [i, item] of value.entries()) {
    const element = type.relation === "atomic" ? `i:${i}` : tryElement(type, item);
    if (element instanceof UnkeyedItemError) {
      yield { path, message: `element ${i}: ${element.message}` };
      return;
    }
    const shown = formatElement(element);
    if (seen.has(element) && !lax) yield { path, message: `duplicate entries for key ${shown}` };
    seen.add(element);
    yield* check(type.item, item, path + shown, lax);
  }
}

function tryElement(type: ListMergeType, item: Json): string | UnkeyedItemError {
  try {
    return elementOf(type, item);
  } catch (error) {
    if (error instanceof UnkeyedItemError) return error;
    throw error;
  }
}
