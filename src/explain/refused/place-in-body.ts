import { readQuantity } from "../../api/quantity/quantity-text.ts";
import type { Json } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { type Path, valueAt } from "../sources.ts";
import { pathOfField } from "./field-path.ts";
import { shapeBelow } from "./shape-at.ts";

/**
 * Returns the place of an error of the decoder, which names fields without the indexes of lists, and the types of embedded
 * structs between them, or names no field; empty if it is not known. `shape`: that of the kind.
 */
export function placeInBody(message: string, sent: Json, shape?: Shape): Path {
  const bad = BAD.find(({ told }) => message.includes(told));
  if (bad !== undefined) return firstBad(sent, shape, bad) ?? [];
  if (/^(?:the name of the object|name must be provided)/.test(message)) return ["metadata", "name"];
  if (message.startsWith("the namespace of the")) return ["metadata", "namespace"];
  const [before = "", after = ""] = message.split(" into Go struct field ", 2);
  const [got = ""] = before.split("cannot unmarshal ").at(-1)?.split(" ") ?? [];
  // The name of the type is first: `EnvVar.spec.containers.env.value`.
  const [whole = ""] = after.split(" of type", 1);
  const field = whole.slice(whole.indexOf(".") + 1);
  const isWrong = (value: Json, own: Shape): boolean => typeOf(value) === got && !fits(value, own);
  return field === ""
    ? []
    : (firstPlace(sent, shape, pathOfField(field.replace(/\.[A-Z]\w*/g, "")), isWrong) ?? []);
}

/** Kinds of Go with those of shapes. */
const KINDS: Readonly<Record<string, string>> = { slice: "list", map: "map", struct: "object" };
const SCALARS_OF_GO: Readonly<Record<string, string>> = { bool: "boolean", float64: "number" };

/**
 * Returns the place of an error of the decoder of a patched object, or of its conversion, which names only the types: `cannot
 * restore map from string`, `unrecognized type: int32`; empty if it is not known.
 */
export function placeInMerged(message: string, merged: Json, shape?: Shape): Path {
  const [, kind = "", scalar = ""] =
    /(?:cannot restore (slice|map|struct) from|^unrecognized type: (\w+)$)/.exec(message) ?? [];
  const isWrong = (value: Json, own: Shape): boolean =>
    value !== null &&
    (own?.kind === "scalar"
      ? own.scalar === (SCALARS_OF_GO[scalar] ?? scalar) && !fits(value, own)
      : own !== undefined && own.kind === KINDS[kind] && !fits(value, own));
  return kind + scalar === ""
    ? placeInBody(message, merged, shape)
    : (firstPlace(merged, shape, [], isWrong) ?? []);
}

type Shape = ReturnType<typeof shapeBelow>;

/** True if a kind has a value of this type at its place: the error is about another one. */
function fits(value: Json, shape: Shape): boolean {
  if (shape?.kind === "list") return Array.isArray(value);
  if (shape?.kind === "object" || shape?.kind === "map") return typeOf(value) === "object";
  return shape?.kind === "scalar" && typeOf(value) === (SCALARS[shape.scalar] ?? "string");
}

const SCALARS: Readonly<Record<string, string>> = {
  boolean: "bool",
  int32: "number",
  int64: "number",
  number: "number",
};

/** Values of a type that the decoder cannot read, and does not name. */
interface Bad {
  readonly told: string;
  readonly scalar: string;
  isRight(text: string): boolean;
}

const BAD: readonly Bad[] = [
  { told: "quantities must match", scalar: "quantity", isRight: (text) => isQuantity(text) },
  { told: "unable to parse quantity", scalar: "quantity", isRight: (text) => isQuantity(text) },
  { told: "illegal base64", scalar: "bytes", isRight: (text) => isBase64(text) },
];

/** The first value of a type that cannot be read. */
function firstBad(value: Json | undefined, shape: Shape, bad: Bad): Path | undefined {
  if (shape?.kind === "scalar") {
    const isBad = shape.scalar === bad.scalar && (typeof value !== "string" || !bad.isRight(value));
    return isBad && typeof value !== "number" ? [] : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of Object.keys(value).map(indexed(value))) {
    const found = firstBad(valueAt(value, [key]), shapeBelow(shape, key), bad);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}

/** True for base64 as Go reads it: it ignores line feeds, and no other white space. */
export const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replace(/[\r\n]/g, ""));

const isQuantity = (text: string): boolean => attempt(() => readQuantity(text)) !== undefined;

type Test = (value: Json, shape: Shape) => boolean;

/** The first value below a path without indexes and keys of maps for which the test holds: itself, or a member of it. */
function firstPlace(value: Json | undefined, shape: Shape, path: Path, test: Test): Path | undefined {
  if (typeof value !== "object" || value === null)
    return value !== undefined && value !== null && path.length === 0 && test(value, shape) ? [] : undefined;
  const [first, ...rest] = path;
  if (first === undefined && test(value, shape)) return [];
  const all = Object.keys(value).map(indexed(value));
  const isField = first !== undefined && valueAt(value, [first]) !== undefined;
  const isWrong = (key: string | number): boolean =>
    test(valueAt(value, [key]) ?? null, shapeBelow(shape, key));
  const direct = first === undefined ? all.find(isWrong) : undefined;
  if (direct !== undefined) return [direct];
  for (const key of isField ? [first] : all) {
    const found = firstPlace(valueAt(value, [key]), shapeBelow(shape, key), isField ? rest : path, test);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}

const indexed =
  (value: Json) =>
  (key: string): string | number =>
    Array.isArray(value) ? Number(key) : key;

/** The type of a value in the words of the decoder. */
function typeOf(value: Json): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}
